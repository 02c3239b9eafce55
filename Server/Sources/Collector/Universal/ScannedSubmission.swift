import MarqueeWire

/// A submission of universal events as positions in its bytes.
struct ScannedSubmission {
    /// An attribute's value as the sender wrote it.
    enum Value {
        case text(JSONScanner.Text)
        /// A number or a truth value, which becomes a text.
        case bare(Range<Int>)
        /// `null`, or no value.
        case none

        /// `nil` for an empty text.
        var text: JSONScanner.Text? {
            switch self {
            case .text(let text): text
            case .bare(let range): JSONScanner.Text(range: range, isEscaped: false)
            case .none: nil
            }
        }
    }

    struct Attribute {
        let name: JSONScanner.Text
        let value: Value
    }

    /// An event whose form is right.
    struct Entry {
        /// Its place in the submission, rejected events included.
        let index: Int
        /// From its brace to its other brace, in bytes. As an event of a batch, its attributes take fewer.
        var size = 0
        var code = 0
        var time: Timestamp?
        var id: EventID?
        var sequence: Int64?
        /// The value of `Device Id`.
        var device: JSONScanner.Text?
        /// Among ``ScannedSubmission/attributes``.
        var attributes = 0..<0
    }

    var install: JSONScanner.Text?
    /// By the device's clock, in milliseconds since 1970.
    var sent: Int64?
    var entries: [Entry] = []
    var attributes: [Attribute] = []
    var rejected: [SubmissionReceipt.Rejection] = []
    /// Events of any form.
    var count = 0
}
