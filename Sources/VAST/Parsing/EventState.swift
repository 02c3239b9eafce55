/// The state between two events of the XML parser.
///
/// It is a single value, so that each event costs one access and no reference counting.
struct EventState {
    /// Why parsing stopped. On Linux the parser sends more events after it was stopped.
    var failure: ParseError?
    private var elements: ElementStack
    private let timeLimit: Duration
    private let elapsed: () -> Duration
    private var events = 0

    /// The number of events between two readings of the clock.
    private static let eventsPerLook = 256

    init(
        mode: DocumentParser.Mode, limits: DocumentParser.Limits, scheme: String?, elapsed: @escaping () -> Duration
    ) {
        elements = ElementStack(mode: mode, textLimit: limits.textBytes, scheme: scheme)
        timeLimit = limits.time
        self.elapsed = elapsed
    }

    /// The document, after its root element has ended.
    var document: Document? { elements.document }

    /// Handles the start of an element.
    mutating func open(_ name: String, _ attributes: [String: String], line: Int, column: Int) -> ElementStack.Failure?
    {
        guard failure == nil else { return nil }
        return overtime() ?? elements.open(name, attributes, line: line, column: column)
    }

    /// Handles the end of an element.
    mutating func close() -> ElementStack.Failure? {
        guard failure == nil else { return nil }
        return overtime() ?? elements.close()
    }

    /// Adds character data to the innermost element.
    /// - Parameter text: evaluated only where character data is used.
    mutating func append(_ text: @autoclosure () -> String) -> ElementStack.Failure? {
        guard failure == nil else { return nil }
        if let failure = overtime() { return failure }
        return elements.takesText ? elements.append(text()) : nil
    }

    private mutating func overtime() -> ElementStack.Failure? {
        events += 1
        guard events % Self.eventsPerLook == 1, elapsed() > timeLimit else { return nil }
        return ElementStack.Failure(.malformedDocument, "Parsing took longer than \(timeLimit).")
    }
}
