/// A settings file with every setting of ``ServerOption``: its meaning, and its default as a comment.
public enum SettingsTemplate {
    /// - Parameter values: the settings that stand in the file without comment marks.
    /// - Returns: a file that ``ServerConfiguration`` reads.
    public static func text(_ values: [ServerOption: String] = [:]) -> String {
        let head = """
            // Settings of `marquee serve`. A setting in a comment has its default; remove the // before its name to change
            // it. Flags and environment variables (MARQUEE_ and the name) count before this file.
            """
        let members = ServerOption.allCases.map { option in
            let meaning = option.help.lines(of: width).map { "  // \($0)" }
            let mark = values[option] == nil ? "// " : ""
            let member = "  \(mark)\"\(option.rawValue)\": \(quoted(values[option] ?? option.defaultValue)),"
            return (meaning + [member]).joined(separator: "\n")
        }
        return "\(head)\n{\n\(members.joined(separator: "\n\n"))\n}\n"
    }

    private static let width = 110

    private static func quoted(_ text: String) -> String {
        let escaped = text.flatMap { character in
            switch character {
            case "\"", "\\": "\\\(character)"
            case "\n": "\\n"
            default: "\(character)"
            }
        }
        return "\"\(String(escaped))\""
    }
}
