/// The reason why a document was refused.
public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// ``ErrorCode/malformedDocument`` (100, also for a document beyond the limits), ``ErrorCode/invalidDocument``
    /// (101) or ``ErrorCode/unsupportedVersion`` (102).
    public let code: ErrorCode
    /// The reason as a sentence.
    public let message: String
    /// The line where parsing stopped, from 1; 0 when the whole document is refused.
    public let line: Int
    /// The position in that line, from 1, in bytes of UTF-8. For a missing part it is the end of the start tag that
    /// lacks the part.
    public let column: Int

    /// The position 0:0 stands for the whole document.
    public init(_ code: ErrorCode, _ message: String, line: Int = 0, column: Int = 0) {
        self.code = code
        self.message = message
        self.line = line
        self.column = column
    }

    /// `CODE at LINE:COLUMN: MESSAGE`
    public var description: String { "\(code.rawValue) at \(line):\(column): \(message)" }
}
