/// The elements and attributes that a page may have, and the treatment of all others.
enum HTMLRules {
    /// Elements that are kept with their contents.
    ///
    /// Every element that is not named here or in ``dropped`` is unwrapped: its contents stay.
    static let elements: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd", "del",
        "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h2", "h3", "h4", "h5", "h6", "hr", "i",
        "img",
        "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "section", "small", "span",
        "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u", "ul",
        "var",
        "wbr",
    ]

    /// Elements that are removed with their contents: they run, load or submit something, or are parsed by rules other
    /// than HTML's.
    static let dropped: Set<String> = [
        "applet", "area", "audio", "base", "basefont", "bgsound", "button", "canvas", "datalist", "dialog", "embed",
        "frame",
        "frameset", "head", "iframe", "keygen", "link", "map", "math", "menuitem", "meta", "noembed", "noframes",
        "object", "optgroup", "option", "output", "param", "plaintext", "portal", "script", "select", "slot", "source",
        "style", "svg", "template", "textarea", "title", "track", "video", "xmp",
    ]

    /// Headings; each moves down one level where it is used, because the page's own title is the first heading.
    static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    /// Elements at which a word ends, whether the element is kept or not.
    static let blocks: Set<String> = headings.union([
        "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "div", "dl", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main", "nav", "ol", "p", "pre",
        "section", "summary", "table", "td", "th", "tr", "ul",
    ])

    static let void: Set<String> = ["br", "col", "hr", "img", "wbr"]

    private static let attributes: [String: Set<String>] = [
        "abbr": ["title"], "bdo": ["dir"], "col": ["span"], "colgroup": ["span"], "del": ["datetime"], "dfn": ["title"],
        "details": ["open"], "ins": ["datetime"], "li": ["value"], "ol": ["start", "reversed"],
        "td": ["colspan", "rowspan", "align"],
        "th": ["colspan", "rowspan", "scope", "align"], "time": ["datetime"],
    ]
    private static let everywhere: Set<String> = ["id", "lang", "dir", "title", "class"]

    /// The value that is kept; `nil` leaves the attribute out.
    ///
    /// Links and images have rules of their own.
    static func value(_ value: String, of name: String, on element: String) -> String? {
        guard value.utf8.count <= 1024, everywhere.contains(name) || attributes[element]?.contains(name) == true else {
            return nil
        }
        switch name {
        case "class": return classes(value)
        case "id", "lang": return isName(value) ? value : nil
        case "dir": return ["ltr", "rtl", "auto"].contains(value) ? value : nil
        case "align": return ["left", "center", "right"].contains(value) ? value : nil
        case "scope": return ["row", "col", "rowgroup", "colgroup"].contains(value) ? value : nil
        case "colspan", "rowspan", "span", "start", "value":
            return Int(value).map { String(min(max($0, -100_000), 100_000)) }
        case "open", "reversed": return ""
        default: return value
        }
    }

    /// The class names of the style sheet.
    private static func classes(_ value: String) -> String? {
        let kept = value.split(separator: " ").filter { $0.hasPrefix("language-") || $0.hasPrefix("footnote") }
        let names = kept.map(String.init).filter(isName)
        return names.isEmpty ? nil : names.joined(separator: " ")
    }

    static func isName(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.:".unicodeScalars.contains($0)
            }
    }
}
