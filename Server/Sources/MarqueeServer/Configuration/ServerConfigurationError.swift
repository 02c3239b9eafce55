/// Why the settings cannot be used: which one, where it was given, and what would be right.
public struct ServerConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The bounded set of reasons.
    public enum Code: String, Sendable {
        /// A member of the file or a `MARQUEE_` variable that is no setting.
        case unknownKey = "unknown_key"
        /// A value outside its form or range.
        case invalidValue = "invalid_value"
        /// The file cannot be read or is not a JSON object.
        case unreadableFile = "unreadable_file"
        /// Two settings that do not fit together.
        case contradiction
    }

    /// What programs tell errors apart by.
    public let code: Code
    /// A sentence naming the setting and its source.
    public let message: String

    /// Refuses a configuration with a sentence that names the setting and where it stands.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The same as ``message``.
    public var description: String { message }
}
