internal import Foundation

#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// Carries the XML parser's events to the open elements, and the first failure back.
///
/// One reader reads one document. The parser's own answer is not asked for: on Linux it says of a truncated document
/// that all went well. Its reports of errors are complete on every platform.
final class DocumentReader: NSObject, XMLParserDelegate {
    private let limits: DocumentParser.Limits
    private let elapsed: () -> Duration
    private var elements: ElementStack
    private var failure: ParseError?
    private var events = 0

    /// So many events pass between two looks at the clock.
    private static let eventsPerLook = 256

    init(mode: DocumentParser.Mode, limits: DocumentParser.Limits, elapsed: @escaping () -> Duration) {
        self.limits = limits
        self.elapsed = elapsed
        elements = ElementStack(mode: mode, textLimit: limits.textBytes)
    }

    /// Reads a document that was looked through before.
    func read(_ data: Data) throws(ParseError) -> Document {
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.externalEntityResolvingPolicy = .never
        parser.delegate = self
        _ = parser.parse()
        if let failure { throw failure }
        guard let document = elements.document else {
            let (line, column) = (parser.lineNumber, parser.columnNumber)
            throw ParseError(.malformedDocument, "The document ends too early.", line: line, column: column)
        }
        return document
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        perform(parser) {
            elements.open(name, attributes, line: parser.lineNumber, column: parser.columnNumber)
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        perform(parser) { elements.close() }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        perform(parser) { elements.takesText ? elements.append(text) : nil }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        perform(parser) { elements.takesText ? elements.append(String(decoding: block, as: UTF8.self)) : nil }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard failure == nil, let message = XMLFailure.message(for: error as NSError) else { return }
        fail(parser, ElementStack.Failure(.malformedDocument, message))
    }

    func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
        fail(parser, ElementStack.Failure(.malformedDocument, "An entity declaration is not read."))
    }

    func parser(
        _ parser: XMLParser, foundExternalEntityDeclarationWithName name: String, publicID: String?, systemID: String?
    ) {
        fail(parser, ElementStack.Failure(.malformedDocument, "An entity declaration is not read."))
    }

    /// Does what an event asks for, unless reading has failed or takes too long: a parser on Linux goes on for a while
    /// after it was told to stop.
    private func perform(_ parser: XMLParser, _ step: () -> ElementStack.Failure?) {
        guard failure == nil else { return }
        events += 1
        if events % Self.eventsPerLook == 1, elapsed() > limits.time {
            fail(parser, ElementStack.Failure(.malformedDocument, "Reading took longer than \(limits.time)."))
        } else if let problem = step() {
            fail(parser, problem)
        }
    }

    private func fail(_ parser: XMLParser, _ problem: ElementStack.Failure) {
        guard failure == nil else { return }
        failure = ParseError(
            problem.code, problem.message, line: problem.line ?? parser.lineNumber,
            column: problem.column ?? parser.columnNumber)
        parser.abortParsing()
    }
}
