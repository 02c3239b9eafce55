/// The reason why a document cannot be written.
public struct WriteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// The version requires a part that the values do not have.
        case missingPart
        /// A value cannot be written: a number or time out of range, or a character that XML does not allow.
        case invalidValue
    }

    /// The kind of the reason.
    public let code: Code
    /// The place in the document, such as `VAST/Ad[0]/InLine/Creatives/Creative[1]`.
    public let path: String
    /// The reason as a sentence.
    public let message: String

    /// `path` names the place in the document.
    public init(_ code: Code, path: String, message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// `PATH: MESSAGE`
    public var description: String { "\(path): \(message)" }
}
