internal import Foundation

#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// Passes the XML parser's events to the open elements and returns the first failure.
///
/// Each reader reads one document. The result of `parse()` is ignored, because on Linux it reports success for a
/// truncated document. The reported errors are complete on every platform.
final class DocumentReader: NSObject, XMLParserDelegate {
    private var state: EventState

    init(
        mode: DocumentParser.Mode, limits: DocumentParser.Limits, scheme: String?, elapsed: @escaping () -> Duration
    ) {
        state = EventState(mode: mode, limits: limits, scheme: scheme, elapsed: elapsed)
    }

    /// Reads a document that ``LexicalScan`` has admitted.
    func read(_ data: Data) throws(ParseError) -> Document {
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.externalEntityResolvingPolicy = .never
        parser.delegate = self
        _ = parser.parse()
        if let failure = state.failure { throw failure }
        guard let document = state.document else {
            let (line, column) = (parser.lineNumber, parser.columnNumber)
            throw ParseError(.malformedDocument, "The document ends too early.", line: line, column: column)
        }
        return document
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let (line, column) = (parser.lineNumber, parser.columnNumber)
        if let problem = state.open(name, attributes, line: line, column: column) { fail(parser, problem) }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if let problem = state.close() { fail(parser, problem) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let problem = state.append(text) { fail(parser, problem) }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        if let problem = state.append(String(decoding: block, as: UTF8.self)) { fail(parser, problem) }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard let message = XMLFailure.message(for: error as NSError) else { return }
        fail(parser, ElementStack.Failure(.malformedDocument, message))
    }

    func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
        fail(parser, ElementStack.Failure(.malformedDocument, "Entity declarations are not supported."))
    }

    func parser(
        _ parser: XMLParser, foundExternalEntityDeclarationWithName name: String, publicID: String?, systemID: String?
    ) {
        fail(parser, ElementStack.Failure(.malformedDocument, "Entity declarations are not supported."))
    }

    private func fail(_ parser: XMLParser, _ problem: ElementStack.Failure) {
        guard state.failure == nil else { return }
        state.failure = ParseError(
            problem.code, problem.message, line: problem.line ?? parser.lineNumber,
            column: problem.column ?? parser.columnNumber)
        parser.abortParsing()
    }
}
