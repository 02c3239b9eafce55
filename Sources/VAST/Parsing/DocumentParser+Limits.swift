extension DocumentParser {
    /// The size limits of a document. A larger document is refused with error 100. All limits except ``textBytes`` and
    /// ``time`` are checked before the XML parser runs, because that parser takes quadratic time for the attributes of
    /// an element.
    public struct Limits: Sendable, Hashable {
        /// Bytes of the received document. The default is 5 MiB.
        public var bytes = 5 << 20
        /// Nested elements. The default is 64; VAST itself needs 12.
        public var depth = 64
        /// Elements of the document. The default is 100,000.
        public var elements = 100_000
        /// Attributes of one element. The default is 100.
        public var attributes = 100
        /// Bytes of one tag with its attributes. The default is 64 KiB.
        public var tagBytes = 64 << 10
        /// Bytes of the text of one element. The default is 2 MiB, because markup and data URIs are large.
        public var textBytes = 2 << 20
        /// The time for reading, checked every few hundred events. The default is 5 s.
        public var time: Duration = .seconds(5)

        /// All limits have their default.
        public init() {}
    }
}
