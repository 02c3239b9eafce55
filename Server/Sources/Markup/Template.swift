/// A template in a subset of Mustache: values, sections, inverted sections, comments, included templates, and parents
/// with blocks.
///
/// `{{name}}`, `{{{name}}}` and `{{&name}}` print the same: escaped text, or markup that is ``HTML`` already. Changed
/// delimiters, pragmas, lambdas and template names from values are not supported.
public struct Template: Sendable {
    /// How deep sections and included templates may be nested.
    public static let maximumDepth = 32
    /// How long a template may be, in bytes.
    public static let maximumLength = 1 << 20

    /// A name in a tag, with its line.
    struct Reference: Sendable, Hashable {
        let name: String
        /// From 1.
        let line: Int
        /// The name's parts; empty for `.`, the value itself.
        var path: [Substring] { name == "." ? [] : name.split(separator: ".") }
    }

    /// A piece of a template.
    indirect enum Node: Sendable {
        case text([UInt8])
        case value(Reference)
        case section(Reference, [Node])
        case inverted(Reference, [Node])
        case partial(Reference, indentation: [UInt8])
        case parent(Reference, blocks: [String: [Node]])
        case block(Reference, [Node])
    }

    /// The template's name, for errors and for other templates.
    public let name: String
    let nodes: [Node]

    /// Parses a template.
    /// - Parameters:
    ///   - text: at most ``maximumLength`` bytes.
    ///   - name: the template's name in errors.
    /// - Throws: ``TemplateError`` with the line.
    public init(_ text: String, name: String) throws(TemplateError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw TemplateError(code: .size, template: name, line: 1, message: "a template has at most 1 MiB")
        }
        self.name = name
        var parser = TemplateParser(text: Array(text.utf8), template: name)
        nodes = try parser.parse()
    }
}

extension Template {
    /// A name that a template uses.
    public struct Use: Sendable, Hashable {
        /// What the name is used for.
        public enum Kind: Sendable, Hashable {
            /// It is printed.
            case value
            /// It opens a section, or an inverted one.
            case section
            /// It is included, as a part or as a parent.
            case template
        }

        /// What the name is used for.
        public let kind: Kind
        /// The name as written; `.` for the value itself.
        public let name: String
        /// From 1.
        public let line: Int
        /// The sections around the name, the outermost first.
        public let sections: [String]
    }

    /// Every name that the template uses, in the order of the text.
    public var uses: [Use] {
        var found: [Use] = []
        Self.collect(nodes, within: [], into: &found)
        return found
    }

    private static func collect(_ nodes: [Node], within sections: [String], into found: inout [Use]) {
        func add(_ kind: Use.Kind, _ reference: Reference) {
            found.append(Use(kind: kind, name: reference.name, line: reference.line, sections: sections))
        }
        for node in nodes {
            switch node {
            case .text: break
            case .value(let reference): add(.value, reference)
            case .section(let reference, let inner):
                add(.section, reference)
                collect(inner, within: sections + [reference.name], into: &found)
            case .inverted(let reference, let inner):
                add(.section, reference)
                collect(inner, within: sections, into: &found)
            case .partial(let reference, _): add(.template, reference)
            case .parent(let reference, let blocks):
                add(.template, reference)
                for (_, inner) in blocks.sorted(by: { $0.key < $1.key }) {
                    collect(inner, within: sections, into: &found)
                }
            case .block(_, let inner): collect(inner, within: sections, into: &found)
            }
        }
    }
}
