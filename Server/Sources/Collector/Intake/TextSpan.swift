/// Where a text of a batch lies, in a form that is bytes itself and can stand in the spool.
struct TextSpan: BitwiseCopyable, Equatable {
    static let none = TextSpan(start: .max, size: 0)
    private static let escapeBit: UInt32 = 1 << 31

    private let start: UInt32
    /// In bytes; the highest bit says that there are escapes to resolve.
    private let size: UInt32

    private init(start: UInt32, size: UInt32) {
        self.start = start
        self.size = size
    }

    /// A batch has at most 4 MiB, so places in it always fit.
    init(_ text: JSONScanner.Text) {
        start = UInt32(truncatingIfNeeded: text.range.lowerBound)
        size = UInt32(truncatingIfNeeded: text.range.count) | (text.isEscaped ? Self.escapeBit : 0)
    }

    init(_ range: Range<Int>) { self.init(JSONScanner.Text(range: range, isEscaped: false)) }

    var isEscaped: Bool { size & Self.escapeBit != 0 }

    /// Whether it lies within a batch of so many bytes; ``none`` lies within every one.
    func fits(_ count: Int) -> Bool { isNone || Int(start) + Int(size & ~Self.escapeBit) <= count }

    /// `nil` for ``none``.
    var text: JSONScanner.Text? {
        guard !isNone else { return nil }
        return JSONScanner.Text(
            range: Int(start)..<Int(start) + Int(size & ~Self.escapeBit), isEscaped: isEscaped)
    }

    private var isNone: Bool { start == .max }
}
