/// The state of one rendering.
struct TemplateRendering {
    private let library: TemplateLibrary
    private let limits: TemplateLibrary.Limits
    private(set) var output: [UInt8] = []
    private var steps = 0
    /// The values in which names are looked up, the innermost last.
    private var stack: [TemplateValue]
    /// The replacements of a parent's blocks, by name.
    private var overrides: [String: [Template.Node]] = [:]
    /// The indentation before each line of an included template.
    private var indentation: [UInt8] = []
    private var isAtLineStart = false

    init(library: TemplateLibrary, limits: TemplateLibrary.Limits, value: TemplateValue) {
        self.library = library
        self.limits = limits
        stack = [value]
    }

    mutating func render(_ template: Template) throws(TemplateError) {
        try render(template.nodes, of: template)
        guard !isTooLarge else { throw Self.tooLarge(template) }
    }

    private mutating func step(in template: Template) throws(TemplateError) {
        steps += 1
        guard steps <= limits.steps, !isTooLarge else { throw Self.tooLarge(template) }
    }

    private var isTooLarge: Bool { output.count > limits.length }

    private static func tooLarge(_ template: Template) -> TemplateError {
        TemplateError(code: .size, template: template.name, line: 1, message: "the page is larger than a page may be")
    }

    private mutating func render(_ nodes: [Template.Node], of template: Template) throws(TemplateError) {
        for node in nodes {
            try step(in: template)
            switch node {
            case .text(let bytes): append(text: bytes)
            case .value(let reference): append(value: value(reference))
            case .section(let reference, let inner): try section(value(reference), inner, of: template)
            case .inverted(let reference, let inner):
                if Self.isClosed(value(reference)) { try render(inner, of: template) }
            case .partial(let reference, let indentation): try include(reference, indentation: indentation)
            case .parent(let reference, let blocks):
                let outer = overrides
                overrides = blocks.merging(outer) { _, outer in outer }
                try include(reference, indentation: [])
                overrides = outer
            case .block(let reference, let standard):
                // A block's replacement may hold a block of the same name, which is then not replaced again.
                let replacement = overrides.removeValue(forKey: reference.name)
                try render(replacement ?? standard, of: template)
                overrides[reference.name] = replacement
            }
        }
    }

    private mutating func section(
        _ value: TemplateValue?, _ nodes: [Template.Node], of template: Template
    ) throws(TemplateError) {
        switch value {
        case nil, .flag(false): break
        case .flag(true): try render(nodes, of: template)
        case .list(let elements): for element in elements { try render(nodes, inside: element, of: template) }
        case .some(let value): try render(nodes, inside: value, of: template)
        }
    }

    private mutating func render(
        _ nodes: [Template.Node], inside value: TemplateValue, of template: Template
    ) throws(TemplateError) {
        // A repetition counts as a step, because an empty section could otherwise repeat without limit.
        try step(in: template)
        stack.append(value)
        try render(nodes, of: template)
        stack.removeLast()
    }

    /// A library has no circles, so this ends.
    private mutating func include(_ reference: Template.Reference, indentation added: [UInt8]) throws(TemplateError) {
        guard let template = library.templates[reference.name] else { return }
        let outer = indentation
        indentation = outer + added
        isAtLineStart = isAtLineStart || !added.isEmpty
        try render(template)
        indentation = outer
        isAtLineStart = !outer.isEmpty && output.last == UInt8(ascii: "\n")
    }

    // MARK: Values

    /// The value of a name, looked up in the innermost value that has the name's first part.
    private func value(_ reference: Template.Reference) -> TemplateValue? {
        let path = reference.path
        guard let first = path.first else { return stack.last }
        for case .fields(let fields) in stack.reversed() {
            guard var found = fields[String(first)] else { continue }
            for part in path.dropFirst() {
                guard case .fields(let inner) = found, let next = inner[String(part)] else { return nil }
                found = next
            }
            return found
        }
        return nil
    }

    private static func isClosed(_ value: TemplateValue?) -> Bool {
        switch value {
        case nil, .flag(false): true
        case .list(let elements): elements.isEmpty
        default: false
        }
    }

    // MARK: Printing

    private mutating func append(value: TemplateValue?) {
        switch value {
        case .text(let text): append(line: HTML.escaped(text).utf8)
        case .markup(let html): append(line: html.text.utf8)
        case .flag(let flag): append(line: (flag ? "true" : "false").utf8)
        case nil, .list, .fields: break
        }
    }

    /// Adds nothing to a page that is already too large; the next piece ends the rendering.
    private mutating func append(line bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, !isTooLarge else { return }
        if isAtLineStart { output.append(contentsOf: indentation) }
        isAtLineStart = false
        output.append(contentsOf: bytes)
    }

    private mutating func append(text bytes: [UInt8]) {
        guard !indentation.isEmpty else {
            output.append(contentsOf: bytes)
            return
        }
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if line.offset > 0 {
                append(line: CollectionOfOne(UInt8(ascii: "\n")))
                isAtLineStart = true
            }
            append(line: line.element)
        }
    }
}
