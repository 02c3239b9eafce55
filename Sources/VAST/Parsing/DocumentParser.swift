public import Foundation

/// Reads VAST 2.0 to 4.3.
///
///     let document = try DocumentParser().parse(data)
///     for ad in document.ads { print(ad.id ?? "-", ad.parts.impressions.map(\.url)) }
///
/// A document is read in one pass over XML events, into values of its own; a parser holds nothing between documents and
/// may be used from any number of tasks. A document type declaration is refused, so that no entity is ever expanded and
/// nothing is ever loaded. A schema never decides whether a document is read: most documents of the field violate one.
public struct DocumentParser: Sendable {
    /// How much is demanded of a document.
    public enum Mode: Sendable, CaseIterable {
        /// Reads what can be read: a missing version means 2.0, missing parts are left out, an ad without content is
        /// passed over, an empty answer is a document without ads. A wrapper without an address is kept, so that its
        /// servers hear of it.
        case lenient
        /// Refuses a document that lacks what its version requires, with error 101.
        case strict
    }

    /// How much is demanded of a document.
    public var mode: Mode
    /// How large a document may be.
    public var limits: Limits
    private let clock: any Clock<Duration>

    /// Makes a parser.
    /// - Parameters:
    ///   - mode: how much is demanded of a document.
    ///   - limits: how large it may be.
    ///   - clock: measures ``Limits/time``.
    public init(mode: Mode = .lenient, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
        self.mode = mode
        self.limits = limits
        self.clock = clock
    }

    /// Reads a document.
    /// - Parameters:
    ///   - data: as it was fetched.
    ///   - address: where it came from, redirects followed. An address in it that begins with `//` gets the scheme of
    ///     this one, and `https` where this one's is neither that nor `http`; without it, such an address stays.
    /// - Throws: ``ParseError``, once; nothing of the document is kept.
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

    /// Reads a document.
    /// - Parameters:
    ///   - bytes: as they were fetched.
    ///   - address: where they came from; as for data, it completes addresses that begin with `//`.
    /// - Throws: ``ParseError``, once; nothing of the document is kept.
    public func parse(_ bytes: [UInt8], from address: String? = nil) throws(ParseError) -> Document {
        try parse(Data(bytes), from: address)
    }

    /// Reads a document; an encoding that it declares is ignored, since the text is decoded already.
    /// - Throws: ``ParseError``, once; nothing of the document is kept.
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
    /// Tells how much time has passed since this call.
    fileprivate func stopwatch() -> () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
