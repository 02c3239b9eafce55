/// Reads command-line flags by the table of settings: `--port 8080` or `--port=8080`.
public enum ServerFlags {
    /// Assigns the arguments to settings; the values are not checked yet.
    /// - Parameter arguments: the command line's arguments, without the flags that are not settings.
    /// - Returns: the value of each setting that was given.
    /// - Throws: ``ServerConfigurationError`` for an unknown flag, a flag without a value, and one given twice.
    public static func parse(_ arguments: [String]) throws(ServerConfigurationError) -> [ServerOption: String] {
        var flags: [ServerOption: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let option = try option(parts[0])
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                throw ServerConfigurationError(.invalidValue, "--\(option.rawValue) needs a value")
            }
            guard flags.updateValue(value, forKey: option) == nil else {
                throw ServerConfigurationError(.contradiction, "--\(option.rawValue) is given twice")
            }
        }
        return flags
    }

    /// The table for `--help`: every flag with its meaning, default and variable.
    public static var help: String {
        ServerOption.allCases.map { option in
            let note = option.defaultValue.isEmpty ? "" : " Default: \(option.defaultValue)."
            let text = "\(option.help)\(note) \(option.environmentName)"
            let lines = text.lines(of: helpWidth - helpIndent).map {
                String(repeating: " ", count: helpIndent) + $0
            }
            return (["  --\(option.rawValue) VALUE"] + lines).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The width that the argument parser wraps to without a terminal; it would break a longer line and begin the rest
    /// at the margin.
    private static let helpWidth = 80
    private static let helpIndent = 6

    private static func option(_ flag: String) throws(ServerConfigurationError) -> ServerOption {
        if flag.hasPrefix("--"), let option = ServerOption(rawValue: String(flag.dropFirst(2))) { return option }
        let known = ServerOption.allCases.map { "--\($0.rawValue)" }
        throw ServerConfigurationError(
            .unknownKey, "\(flag.prefix(80)) is not a setting\(SettingsFile.suggestion(for: flag, among: known))")
    }
}
