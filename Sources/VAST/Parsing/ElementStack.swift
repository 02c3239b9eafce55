/// The open elements at one point of a document, from the root to the innermost.
struct ElementStack {
    /// The reason why parsing stops. Without a position of its own, the parser's position is used.
    struct Failure {
        let code: ErrorCode
        let message: String
        var line: Int?
        var column: Int?

        init(_ code: ErrorCode, _ message: String, line: Int? = nil, column: Int? = nil) {
            self.code = code
            self.message = message
            self.line = line
            self.column = column
        }
    }

    private struct Level {
        let element: any OpenElement
        let line: Int
        let column: Int
        var textBytes = 0
    }

    private let mode: DocumentParser.Mode
    private let textLimit: Int
    private let scheme: String?
    private var levels: [Level] = []
    /// The number of open elements below an unknown one.
    private var ignored = 0
    private var root: Frame<Document>?

    init(mode: DocumentParser.Mode, textLimit: Int, scheme: String?) {
        self.mode = mode
        self.textLimit = textLimit
        self.scheme = scheme
    }

    /// The document, after its root element has ended.
    var document: Document? { levels.isEmpty && ignored == 0 ? root?.value : nil }

    /// Whether character data is used at this point.
    var takesText: Bool { ignored == 0 && levels.last?.element.takesText == true }

    /// Handles the start of an element.
    mutating func open(_ name: String, _ attributes: [String: String], line: Int, column: Int) -> Failure? {
        guard let parent = levels.last else { return openRoot(name.localName, attributes, line: line, column: column) }
        if ignored == 0, let element = parent.element.open(name, attributes) {
            levels.append(Level(element: element, line: line, column: column))
        } else {
            ignored += 1
        }
        return nil
    }

    /// Handles the end of an element.
    mutating func close() -> Failure? {
        guard ignored == 0 else {
            ignored -= 1
            return nil
        }
        guard let level = levels.popLast() else { return nil }
        let context = ReadingContext(strictVersion: mode == .strict ? root?.value.version : nil, scheme: scheme)
        guard let missing = level.element.close(in: context) else { return nil }
        return Failure(.invalidDocument, missing, line: level.line, column: level.column)
    }

    /// Adds character data to the innermost element. Check ``takesText`` first.
    mutating func append(_ text: String) -> Failure? {
        guard let last = levels.indices.last else { return nil }
        levels[last].textBytes += text.utf8.count
        guard levels[last].textBytes <= textLimit else {
            return Failure(.malformedDocument, "The text of an element has more than \(textLimit) bytes.")
        }
        levels[last].element.append(text)
        return nil
    }

    private mutating func openRoot(_ name: String, _ raw: [String: String], line: Int, column: Int) -> Failure? {
        let attributes = Attributes(raw)
        switch name.lowercased() {
        case "vast": break
        case "videoadservingtemplate": return Failure(.unsupportedVersion, "VAST 1.0 is not supported.")
        default: return Failure(.invalidDocument, "The root element is \(name.prefix(60)), not VAST.")
        }
        let frame = Frame(Document.grammar, attributes, store: { _ in })
        switch (attributes["version"], frame.value.version) {
        case (nil, _):
            if mode == .strict { return Failure(.invalidDocument, "The version is missing.") }
        case (let text?, nil):
            return Failure(.unsupportedVersion, "Version \(text.prefix(20)) is not a version of VAST.")
        case (_, let version?) where !Document.Version.supported.contains(version):
            return Failure(.unsupportedVersion, "Version \(version) is not supported.")
        default: break
        }
        root = frame
        levels.append(Level(element: frame, line: line, column: column))
        return nil
    }
}
