/// Why the settings cannot be used. The message names the setting, its source and the valid values.
public struct ServerConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The bounded set of reasons.
    public enum Code: String, Sendable {
        /// A member of the file or a `MARQUEE_` variable that is not a setting.
        case unknownKey = "unknown_key"
        /// A value outside its form or range.
        case invalidValue = "invalid_value"
        /// The file cannot be read or is not a JSON object.
        case unreadableFile = "unreadable_file"
        /// Two settings that do not fit together.
        case contradiction
    }

    /// The reason as a code that programs compare.
    public let code: Code
    /// A sentence naming the setting and its source.
    public let message: String

    /// Makes an error; `message` names the setting and its source.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The same as ``message``.
    public var description: String { message }
}
