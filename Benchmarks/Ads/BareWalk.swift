import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The XML parser's own walk over a document: every event is delivered, and counted, and nothing is kept.
///
/// What any reader on top of that parser cannot do without.
final class BareWalk: NSObject, XMLParserDelegate {
    private var events = 0

    /// Walks over a document.
    /// - Returns: how many events there were.
    static func events(in document: Data) -> Int {
        let walk = BareWalk()
        let parser = XMLParser(data: document)
        parser.delegate = walk
        return parser.parse() ? walk.events : 0
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        events += 1
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        events += 1
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        events += 1
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        events += 1
    }
}
