import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the elements of an answer with Foundation's parser, within limits, and without document types and entities.
final class ResultReader: NSObject, XMLParserDelegate {
    static let deepest = 64
    static let mostElements = 100_000

    private var open: [ResultElement] = []
    private var elements = 0
    private var root: ResultElement?
    /// Why reading stopped; `nil` while nothing is wrong.
    private var problem: String?

    static func read(_ xml: Data) throws(EngageError) -> ResultElement {
        guard xml.count <= XMLAPIResult.largestAnswer else {
            throw EngageError(.hostFailed, "the answer has more than \(XMLAPIResult.largestAnswer) bytes")
        }
        guard let text = String(data: xml, encoding: .utf8), let document = Self.document(text) else {
            throw EngageError(.hostFailed, "the answer is not an XML document in UTF-8 without a document type")
        }
        let reader = ResultReader()
        let parser = XMLParser(data: Data(document.utf8))
        parser.shouldResolveExternalEntities = false
        parser.shouldProcessNamespaces = false
        parser.delegate = reader
        let isComplete = parser.parse()
        if let problem = reader.problem { throw EngageError(.hostFailed, problem) }
        guard isComplete, parser.parserError == nil, let root = reader.root else {
            throw EngageError(.hostFailed, "the answer is not an XML document", cause: parser.parserError)
        }
        return root
    }

    /// The document from its root element on, so that no encoding is declared and no entity is defined.
    /// - Returns: `nil` if the root element does not follow the declaration.
    private static func document(_ text: String) -> Substring? {
        let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r", "\n", "\u{FEFF}"]
        func trimmed(_ text: Substring) -> Substring {
            Substring(text.unicodeScalars.drop { blanks.contains($0) })
        }
        var rest = trimmed(text[...])
        if rest.hasPrefix("<?xml") {
            guard let end = rest.range(of: "?>") else { return nil }
            rest = trimmed(rest[end.upperBound...])
        }
        let start = Array(rest.unicodeScalars.prefix(2))
        guard start.count == 2, start[0] == "<", EnvelopeWriter.isName(String(start[1])) else { return nil }
        return rest
    }

    private func refuse(_ problem: String, _ parser: XMLParser) {
        self.problem = self.problem ?? problem
        parser.abortParsing()
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard problem == nil else { return }
        elements += 1
        guard root == nil else { return refuse("the answer has two root elements", parser) }
        guard open.count < Self.deepest else { return refuse("the answer has more than 64 levels", parser) }
        guard elements <= Self.mostElements else { return refuse("the answer has too many elements", parser) }
        open.append(ResultElement(name: elementName.lowercased(), attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard problem == nil, !open.isEmpty else { return }
        open[open.count - 1].text += string
    }

    func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
        guard problem == nil, !open.isEmpty else { return }
        open[open.count - 1].text += String(decoding: CDATABlock, as: UTF8.self)
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard problem == nil, var element = open.popLast() else { return }
        element.text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
}
