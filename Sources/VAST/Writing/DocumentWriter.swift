/// Writes VAST 3.0 and 4.2 from the values that ``DocumentParser`` reads.
///
///     let written = try DocumentWriter(edition: .vast42).write(document)
///     respond(written.text, as: "application/xml")
///
/// What is written follows the IAB's schema of its version in the order of elements, in required parts and in the
/// spelling of attributes. What a version does not have is moved where the addendum for connected television puts it
/// (`UniversalAdId`, `Mezzanine` and `InteractiveCreativeFile` into extensions of creatives, `AdVerifications` into an
/// extension of the ad), renamed (the events `playerExpand` and `fullscreen`), or left out and named in
/// ``WrittenDocument/omissions``; nothing is dropped in silence.
///
/// What a document reads as again is what was written, but for the version, the names of those events, the order of
/// resources and scripts, which the schema of 4.2 has by kind, and a missing `UniversalAdId`, which is `unknown`.
public struct DocumentWriter: Sendable {
    /// The versions that are written. 4.3 has no schema of its own and is written as 4.2.
    public enum Edition: Sendable, CaseIterable {
        /// What nearly every player understands.
        case vast30
        /// The latest that has a schema.
        case vast42

        /// The number in the document.
        public var version: Version { self == .vast30 ? Version(3, 0) : Version(4, 2) }
    }

    /// Which of the standard's two voices is heard where they differ.
    public enum Conformance: Sendable, CaseIterable {
        /// The schema, but for addresses with macros, the Error of a 3.0 document without ads, and what extensions hold.
        case schema
        /// The text, where it has what the schema forgot: in 3.0 the attributes of wrappers, `apiFramework` of
        /// creatives and click tracking of companions; in 4.2 `Advertiser@id`, the texts of icons and the event
        /// `notUsed`.
        case text
    }

    /// The version to write.
    public var edition: Edition
    /// What decides where schema and text differ.
    public var conformance: Conformance

    /// Makes a writer.
    public init(edition: Edition = .vast42, conformance: Conformance = .schema) {
        self.edition = edition
        self.conformance = conformance
    }

    /// Writes a document; its own ``Document/version`` is not looked at.
    /// - Throws: ``WriteError`` when the version requires what the values do not have.
    public func write(_ document: Document) throws(WriteError) -> WrittenDocument {
        var composer = Composer(edition: edition, conformance: conformance)
        let root = try composer.root(document)
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        try MarkupText.append(root, to: &text)
        return WrittenDocument(text: text, omissions: composer.omissions)
    }
}
