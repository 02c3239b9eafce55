/// Templates that include each other by name, checked together.
public struct TemplateLibrary: Sendable {
    /// The limits of one rendering.
    public struct Limits: Sendable, Hashable {
        /// The length of the page, in bytes.
        public var length: Int
        /// How many pieces of templates may be processed.
        public var steps: Int

        /// 32 MiB and two million pieces: a channel page of 10,000 cards takes a tenth of either.
        public static let page = Limits(length: 32 << 20, steps: 2_000_000)

        /// Sets both limits.
        public init(length: Int, steps: Int) {
            self.length = length
            self.steps = steps
        }
    }

    /// The templates by name.
    public let templates: [String: Template]

    /// Makes a library from templates.
    /// - Throws: ``TemplateError`` when one of them includes a template that is not among them, includes itself, or is
    ///   nested deeper than ``Template/maximumDepth``.
    public init(_ templates: [Template]) throws(TemplateError) {
        self.templates = Dictionary(templates.map { ($0.name, $0) }) { _, last in last }
        var nesting = TemplateNesting(templates: self.templates)
        for name in self.templates.keys.sorted() { try nesting.check(name) }
    }

    /// Checks one template with the templates that it includes; faults of other templates are ignored.
    /// - Throws: ``TemplateError`` as the initializer does.
    public static func check(_ template: Template, beside others: [Template]) throws(TemplateError) {
        let all = Dictionary(others.map { ($0.name, $0) } + [(template.name, template)]) { _, last in last }
        var nesting = TemplateNesting(templates: all)
        try nesting.check(template.name)
    }

    /// Renders a template.
    /// - Parameters:
    ///   - value: the value that the template prints.
    ///   - name: of the template.
    ///   - limits: the limits of the rendering.
    /// - Throws: ``TemplateError`` with `missing` for an unknown name, with `size` beyond a limit.
    public func render(
        _ value: TemplateValue, with name: String, limits: Limits = .page
    ) throws(TemplateError) -> String {
        guard let template = templates[name] else {
            throw TemplateError(code: .missing, template: name, line: 1, message: "there is no template \"\(name)\"")
        }
        var rendering = TemplateRendering(library: self, limits: limits, value: value)
        try rendering.render(template)
        return String(decoding: rendering.output, as: UTF8.self)
    }
}

/// Measures how deep templates are nested.
private struct TemplateNesting {
    let templates: [String: Template]
    private var depths: [String: Int] = [:]
    private var path: [String] = []

    init(templates: [String: Template]) { self.templates = templates }

    mutating func check(_ name: String) throws(TemplateError) {
        _ = try depth(of: Template.Reference(name: name, line: 1), from: name)
    }

    private mutating func depth(of reference: Template.Reference, from includer: String) throws(TemplateError) -> Int {
        if let known = depths[reference.name] { return known }
        guard let template = templates[reference.name] else {
            throw TemplateError(
                code: .missing, template: includer, line: reference.line,
                message: "there is no template \"\(reference.name)\"")
        }
        guard !path.contains(reference.name) else {
            let circle = (path.drop { $0 != reference.name } + [reference.name]).joined(separator: " > ")
            throw TemplateError(
                code: .nesting, template: includer, line: reference.line, message: "it includes itself: \(circle)")
        }
        path.append(reference.name)
        defer { path.removeLast() }
        let depth = try depth(of: template.nodes, in: template.name)
        guard depth <= Template.maximumDepth else {
            throw TemplateError(
                code: .nesting, template: template.name, line: 1,
                message: "with what it includes it is nested deeper than \(Template.maximumDepth) levels")
        }
        depths[reference.name] = depth
        return depth
    }

    private mutating func depth(of nodes: [Template.Node], in template: String) throws(TemplateError) -> Int {
        var deepest = 0
        for node in nodes {
            switch node {
            case .text, .value: break
            case .section(_, let inner), .inverted(_, let inner), .block(_, let inner):
                deepest = max(deepest, 1 + (try depth(of: inner, in: template)))
            case .partial(let reference, _):
                deepest = max(deepest, 1 + (try depth(of: reference, from: template)))
            case .parent(let reference, let blocks):
                var inner = 0
                for (_, nodes) in blocks { inner = max(inner, try depth(of: nodes, in: template)) }
                deepest = max(deepest, 1 + (try depth(of: reference, from: template)) + inner)
            }
        }
        return deepest
    }
}
