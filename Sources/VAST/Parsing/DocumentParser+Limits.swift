extension DocumentParser {
    /// How large a document may be before it is refused with error 100. All but ``textBytes`` and ``time`` are checked
    /// before the XML parser sees the document, since that parser needs time by the square of an element's attributes.
    public struct Limits: Sendable, Hashable {
        /// Of the document as it came; 5 MiB unless set.
        public var bytes = 5 << 20
        /// Elements within elements; 64 unless set, where VAST itself needs 12.
        public var depth = 64
        /// Elements in all; 100,000 unless set.
        public var elements = 100_000
        /// Attributes of one element; 100 unless set.
        public var attributes = 100
        /// Bytes of one tag with its attributes; 64 KiB unless set.
        public var tagBytes = 64 << 10
        /// Bytes of the text of one element; 2 MiB unless set, since markup and data URIs are large.
        public var textBytes = 2 << 20
        /// From the call on, looked at every few hundred events; 5 s unless set.
        public var time: Duration = .seconds(5)

        /// The limits as documented at each.
        public init() {}
    }
}
