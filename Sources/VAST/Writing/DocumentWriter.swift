/// Writes VAST 3.0 and 4.2 from the values that ``DocumentParser`` reads.
///
///     let written = try DocumentWriter(edition: .vast42).write(document)
///     respond(written.text, as: "application/xml")
///
/// The output follows the IAB's schema of its version in the order of elements, in required parts and in the spelling
/// of attributes. A part that the version does not have is handled in one of three ways. It is moved as the addendum
/// for connected television describes (`UniversalAdId`, `Mezzanine` and `InteractiveCreativeFile` into extensions of
/// creatives, `AdVerifications` into an extension of the ad). It is renamed (the events `playerExpand` and
/// `fullscreen`). Or it is left out and listed in ``WrittenDocument/omissions``.
///
/// Reading a written document returns the values that were written, with four exceptions: the version, the names of
/// those events, the order of resources and scripts (the schema of 4.2 orders them by kind), and a missing
/// `UniversalAdId`, which becomes `unknown`.
public struct DocumentWriter: Sendable {
    /// The versions that can be written. 4.3 has no schema of its own; write it as 4.2.
    public enum Edition: Sendable, CaseIterable {
        /// The version that nearly every player understands.
        case vast30
        /// The latest version with a schema.
        case vast42

        /// The version number in the document.
        public var version: Document.Version { self == .vast30 ? Document.Version(3, 0) : Document.Version(4, 2) }
    }

    /// Whether the schema or the specification's text counts where they differ.
    public enum Conformance: Sendable, CaseIterable {
        /// The schema, except for addresses with macros, the Error of a 3.0 document without ads, and the content of
        /// extensions.
        case schema
        /// The specification's text, which has some parts that the schema lacks. In 3.0: the attributes of wrappers,
        /// `apiFramework` of creatives and click tracking of companions. In 4.2: `Advertiser@id`, the texts of icons
        /// and the event `notUsed`.
        case text
    }

    /// The version to write.
    public var edition: Edition
    /// Whether the schema or the text counts where they differ.
    public var conformance: Conformance

    /// By default 4.2, by its schema.
    public init(edition: Edition = .vast42, conformance: Conformance = .schema) {
        self.edition = edition
        self.conformance = conformance
    }

    /// Writes a document. Its ``Document/version`` is ignored.
    /// - Throws: ``WriteError`` when a required part of the version is missing or a value cannot be written.
    public func write(_ document: Document) throws(WriteError) -> WrittenDocument {
        var composer = Composer(edition: edition, conformance: conformance)
        let root = try composer.root(document)
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        try MarkupText.append(root, to: &text)
        return WrittenDocument(text: text, omissions: composer.omissions)
    }
}
