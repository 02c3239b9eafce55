/// Why a template cannot be used.
public struct TemplateError: Error, Sendable, Hashable {
    /// What kind of fault it is.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is not a template.
        case syntax
        /// It includes a template that does not exist.
        case missing
        /// It includes itself, or is nested too deeply.
        case nesting
        /// Its output is larger than a page may be, or takes too many steps.
        case size
    }

    /// What kind of fault it is.
    public let code: Code
    /// The template with the fault, by name.
    public let template: String
    /// From 1.
    public let line: Int
    /// A sentence part that names the offending tag.
    public let message: String
}
