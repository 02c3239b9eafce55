/// Why a document was not read.
public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// ``ErrorCode/malformedDocument`` (100) also for a document beyond the limits,
    /// ``ErrorCode/invalidDocument`` (101) or ``ErrorCode/unsupportedVersion`` (102).
    public let code: ErrorCode
    /// A sentence for people that names what is wrong.
    public let message: String
    /// The line where reading stopped, from 1; 0 when the document as a whole is refused.
    public let line: Int
    /// The place in that line, from 1, in bytes of UTF-8; for a missing part the end of the start tag that lacks it.
    public let column: Int

    /// Makes an error; a place of 0:0 stands for the whole document.
    public init(_ code: ErrorCode, _ message: String, line: Int = 0, column: Int = 0) {
        self.code = code
        self.message = message
        self.line = line
        self.column = column
    }

    /// `CODE at LINE:COLUMN: MESSAGE`
    public var description: String { "\(code.rawValue) at \(line):\(column): \(message)" }
}
