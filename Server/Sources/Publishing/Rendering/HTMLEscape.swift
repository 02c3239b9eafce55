import Markup

/// Text as it stands in HTML.
enum HTMLEscape {
    static func text(_ text: String) -> String { HTML.escaped(text) }
}
