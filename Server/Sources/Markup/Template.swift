/// A template in the part of Mustache that pages need: values, sections, inverted sections, comments, included
/// templates, and parents with blocks.
///
/// `{{name}}`, `{{{name}}}` and `{{&name}}` print the same: escaped text, or markup that is ``HTML`` already. Changed
/// delimiters, pragmas, lambdas and names of templates that come from values do not exist.
public struct Template: Sendable {
    /// How deep sections and included templates may stand inside each other.
    public static let maximumDepth = 32
    /// How long a template may be, in bytes.
    public static let maximumLength = 1 << 20

    /// A tag, with its place.
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

    /// What errors and other templates call it.
    public let name: String
    let nodes: [Node]

    /// Parses a template.
    /// - Parameters:
    ///   - text: at most ``maximumLength`` bytes.
    ///   - name: what errors call it.
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
        /// What it is used for.
        public enum Kind: Sendable, Hashable {
            /// It is printed.
            case value
            /// It opens a section, or an inverted one.
            case section
            /// It is included, as a part or as a parent.
            case template
        }

        /// What it is used for.
        public let kind: Kind
        /// As written, `.` for the value itself.
        public let name: String
        /// From 1.
        public let line: Int
        /// The sections around it, the outermost first.
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
