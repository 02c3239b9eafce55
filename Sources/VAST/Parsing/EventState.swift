/// What is known of a document between two events of the XML parser.
///
/// It is one value, so that an event costs one access to the reader and no counting of references.
struct EventState {
    /// Why reading stopped; a parser on Linux goes on for a while after it was told to stop.
    var failure: ParseError?
    private var elements: ElementStack
    private let timeLimit: Duration
    private let elapsed: () -> Duration
    private var events = 0

    /// So many events pass between two looks at the clock.
    private static let eventsPerLook = 256

    init(
        mode: DocumentParser.Mode, limits: DocumentParser.Limits, scheme: String?, elapsed: @escaping () -> Duration
    ) {
        elements = ElementStack(mode: mode, textLimit: limits.textBytes, scheme: scheme)
        timeLimit = limits.time
        self.elapsed = elapsed
    }

    /// The document, once its root element is closed.
    var document: Document? { elements.document }

    /// An element begins.
    mutating func open(_ name: String, _ attributes: [String: String], line: Int, column: Int) -> ElementStack.Failure?
    {
        guard failure == nil else { return nil }
        return overtime() ?? elements.open(name, attributes, line: line, column: column)
    }

    /// An element ends.
    mutating func close() -> ElementStack.Failure? {
        guard failure == nil else { return nil }
        return overtime() ?? elements.close()
    }

    /// Character data stands in the innermost element.
    /// - Parameter text: made only when it means something.
    mutating func append(_ text: @autoclosure () -> String) -> ElementStack.Failure? {
        guard failure == nil else { return nil }
        if let failure = overtime() { return failure }
        return elements.takesText ? elements.append(text()) : nil
    }

    private mutating func overtime() -> ElementStack.Failure? {
        events += 1
        guard events % Self.eventsPerLook == 1, elapsed() > timeLimit else { return nil }
        return ElementStack.Failure(.malformedDocument, "Reading took longer than \(timeLimit).")
    }
}
