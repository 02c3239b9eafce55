public import Foundation

/// Reads VAST 2.0 to 4.3.
///
///     let document = try DocumentParser().parse(data)
///     for ad in document.ads { print(ad.id ?? "-", ad.parts.impressions.map(\.url)) }
///
/// A document is read in one pass over XML events. A parser keeps nothing between documents, and several tasks may use
/// it at once. A document type declaration is refused, so no entity is expanded and nothing is loaded. A document does
/// not have to match a schema, because most documents in use do not.
public struct DocumentParser: Sendable {
    /// How strict the parser is.
    public enum Mode: Sendable, CaseIterable {
        /// Reads as much as possible: a missing version means 2.0, missing parts are left out, an ad without content is
        /// ignored, and an empty answer is a document without ads. A wrapper without an address is kept, so that the
        /// error can be reported to its servers.
        case lenient
        /// Refuses a document without the parts that its version requires, with error 101.
        case strict
    }

    /// How strict the parser is.
    public var mode: Mode
    /// The size limits of a document.
    public var limits: Limits
    private let clock: any Clock<Duration>

    /// Creates a parser.
    /// - Parameters:
    ///   - mode: how strict the parser is.
    ///   - limits: the size limits of a document.
    ///   - clock: measures ``Limits/time``.
    public init(mode: Mode = .lenient, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
        self.mode = mode
        self.limits = limits
        self.clock = clock
    }

    /// Parses a document.
    /// - Parameters:
    ///   - data: the bytes that were fetched.
    ///   - address: the address of the document after redirects. An address in the document that begins with `//` gets
    ///     its scheme, or `https` if the scheme is neither `http` nor `https`. Without it, such an address stays
    ///     unchanged.
    /// - Throws: ``ParseError`` for the first error; no part of the document is returned.
    public func parse(_ data: Data, from address: String? = nil) throws(ParseError) -> Document {
        let elapsed = clock.stopwatch()
        guard data.count <= limits.bytes else {
            throw ParseError(.malformedDocument, "The document has \(data.count) bytes; \(limits.bytes) are allowed.")
        }
        let source = try SourceText(data, mode: mode)
        guard !source.isBlank else { return try blank() }
        let admitted = try LexicalScan.admit(source.utf8, limits: limits)
        let reader = DocumentReader(
            mode: mode, limits: limits, scheme: address.map(Address.webScheme), elapsed: elapsed)
        return try reader.read(admitted)
    }

    /// Parses a document.
    /// - Parameters:
    ///   - bytes: the bytes that were fetched.
    ///   - address: the address of the document; it completes addresses that begin with `//`.
    /// - Throws: ``ParseError`` for the first error; no part of the document is returned.
    public func parse(_ bytes: [UInt8], from address: String? = nil) throws(ParseError) -> Document {
        try parse(Data(bytes), from: address)
    }

    /// Parses a document from text. A declared encoding is ignored.
    /// - Throws: ``ParseError`` for the first error; no part of the document is returned.
    public func parse(_ text: some StringProtocol) throws(ParseError) -> Document {
        let (mark, bytes) = (Data([0xEF, 0xBB, 0xBF]), Data(text.utf8))
        return try parse(bytes.starts(with: mark) ? bytes : mark + bytes)
    }

    private func blank() throws(ParseError) -> Document {
        guard mode == .lenient else {
            throw ParseError(.malformedDocument, "The document is empty.", line: 1, column: 1)
        }
        return Document(version: nil)
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a function that measures the time since this call.
    fileprivate func stopwatch() -> () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
