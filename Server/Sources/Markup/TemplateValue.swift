/// A value that a template prints.
///
/// The value decides whether it is text or markup: no tag in a template prints text unescaped.
public indirect enum TemplateValue: Sendable {
    /// Text, which is printed escaped.
    case text(String)
    /// Markup, which is printed unchanged.
    case markup(HTML)
    /// A flag, which opens a section or keeps it closed.
    case flag(Bool)
    /// A list, which repeats a section.
    case list([TemplateValue])
    /// Names that a template may print.
    case fields([String: TemplateValue])

    /// The text, or `false` when it is nil or empty, so that a section around it stays closed.
    public static func optional(_ text: String?) -> TemplateValue {
        guard let text, !text.isEmpty else { return .flag(false) }
        return .text(text)
    }
}

extension TemplateValue {
    /// Makes fields from the stored properties of a value.
    ///
    /// `String` becomes text, ``HTML`` markup, `Bool` a flag, an array a list, and an absent optional nothing. A type
    /// without properties prints its description, escaped.
    public init(reflecting value: Any) {
        switch value {
        case let value as TemplateValue: self = value
        case let value as String: self = .text(value)
        case let value as HTML: self = .markup(value)
        case let value as Bool: self = .flag(value)
        case let value as [Any]: self = .list(value.map(TemplateValue.init(reflecting:)))
        default: self = .members(of: value)
        }
    }

    private static func members(of value: Any) -> TemplateValue {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            return mirror.children.first.map { TemplateValue(reflecting: $0.value) } ?? .flag(false)
        }
        guard mirror.displayStyle == .struct, !mirror.children.isEmpty else { return .text(String(describing: value)) }
        var fields: [String: TemplateValue] = [:]
        for (label, child) in mirror.children { if let label { fields[label] = TemplateValue(reflecting: child) } }
        return .fields(fields)
    }
}
