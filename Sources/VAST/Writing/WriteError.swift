/// Why a document cannot be written as a version demands.
public struct WriteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// The version requires a part that the values do not have.
        case missingPart
        /// A value cannot be written: a number or time out of range, a character that XML does not have.
        case invalidValue
    }

    /// For programs.
    public let code: Code
    /// Where in the document, such as `VAST/Ad[0]/InLine/Creatives/Creative[1]`.
    public let path: String
    /// A sentence for people that names the part.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, path: String, message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// `PATH: MESSAGE`
    public var description: String { "\(path): \(message)" }
}
