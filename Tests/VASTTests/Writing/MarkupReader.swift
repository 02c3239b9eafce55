import Foundation
import Testing

@testable import VAST

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads any XML as elements, to check written documents without the parser under test.
final class MarkupReader: NSObject, XMLParserDelegate {
    private var open: [Extension.Element] = [Extension.Element(name: "")]
    private var failures = 0

    static func read(_ text: String) throws -> Extension.Element {
        let reader = MarkupReader()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        _ = parser.parse()
        #expect(reader.failures == 0, "not well-formed: \(text)")
        return try #require(reader.open.first?.children.first)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(Extension.Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        let element = open.removeLast()
        open[open.count - 1].content.append(.element(element))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open[open.count - 1].content.append(.text(text))
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        open[open.count - 1].content.append(.text(String(decoding: block, as: UTF8.self)))
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { failures += 1 }
}
