/// The position of a text in its batch, as plain bytes that the spool can keep.
struct TextSpan: BitwiseCopyable, Equatable {
    static let none = TextSpan(start: .max, size: 0)
    private static let escapeBit: UInt32 = 1 << 31

    private let start: UInt32
    /// In bytes; the highest bit is set when the text has escapes.
    private let size: UInt32

    private init(start: UInt32, size: UInt32) {
        self.start = start
        self.size = size
    }

    /// A batch has at most 4 MiB, so every position fits.
    init(_ text: JSONScanner.Text) {
        start = UInt32(truncatingIfNeeded: text.range.lowerBound)
        size = UInt32(truncatingIfNeeded: text.range.count) | (text.isEscaped ? Self.escapeBit : 0)
    }

    init(_ range: Range<Int>) { self.init(JSONScanner.Text(range: range, isEscaped: false)) }

    var isEscaped: Bool { size & Self.escapeBit != 0 }

    /// Whether the text lies in a batch of `count` bytes; ``none`` lies in every batch.
    func fits(_ count: Int) -> Bool { isNone || Int(start) + Int(size & ~Self.escapeBit) <= count }

    /// `nil` for ``none``.
    var text: JSONScanner.Text? {
        guard !isNone else { return nil }
        return JSONScanner.Text(
            range: Int(start)..<Int(start) + Int(size & ~Self.escapeBit), isEscaped: isEscaped)
    }

    private var isNone: Bool { start == .max }
}
