import Foundation
import Markup

/// Rebuilds HTML from the tree of a real parser, element by element from an allow-list.
///
/// The input's own spelling never reaches the output: tags, attributes and text are written again, so that a browser
/// parses exactly what was checked. Elements with parsing rules of their own (`svg`, `math`, `template`, `style`, …)
/// are removed with their contents.
struct HTMLSanitizer {
    /// The largest input, in bytes.
    static let maximumSize = 4 * 1024 * 1024
    /// The longest address, in bytes.
    static let maximumAddress = 2048
    /// The length, in bytes, at which ``SanitizedHTML/beginning`` ends.
    static let beginning = 2000

    /// Decides on an `href`.
    var link: (String) -> LinkTarget = { _ in .none }
    /// Decides on an image; `nil` removes it and leaves its alternative text.
    var image: (_ source: String, _ alt: String) -> PageImage? = { _, _ in nil }

    private var result = SanitizedHTML()
    private var headings = HeadingNames()
    private var open: [Open] = []

    /// An element whose children are being written.
    private struct Open {
        let node: HTMLTree.Node
        let count: Int
        var next = 0
        var closing = ""
        /// Whether a word ends with the element.
        var breaks = false
        /// Whether the element is a `noscript`, or is inside one.
        var isFallback = false
    }

    init() {}

    /// - Throws: ``PublishingError`` with `tooLarge`.
    mutating func sanitize(_ html: String) throws(PublishingError) -> SanitizedHTML {
        guard html.utf8.count <= Self.maximumSize else {
            throw PublishingError(.tooLarge, "the text has \(html.utf8.count) bytes")
        }
        result = SanitizedHTML()
        guard !html.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return result }
        try HTMLTree.read(html) { body in
            headings = HeadingNames(body)
            write(body)
        }
        return result
    }

    /// Writes everything below `body`. It uses a list instead of recursion, because a text can be nested deeper than
    /// the stack allows.
    private mutating func write(_ body: HTMLTree.Node) {
        open = [Open(node: body, count: body.childCount, next: 1)]
        while let last = open.last {
            guard last.next < last.count else {
                result.html += last.closing
                if last.breaks { begin(" ") }
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            let child = last.node.child(last.next)
            if let text = child.text { self.text(text) } else if child.isElement { element(child, in: last) }
        }
    }

    private mutating func text(_ text: String) {
        result.html += HTML.escaped(text)
        result.words += PlainText.words(in: text)
        begin(text)
    }

    private mutating func element(_ node: HTMLTree.Node, in parent: Open) {
        let name = node.name
        if node.isForeign || HTMLRules.dropped.contains(name) {
            result.removed[name, default: 0] += 1
        } else if name == "input" {
            checkbox(node)
        } else if name == "img" {
            picture(node, isFallback: parent.isFallback)
        } else if name == "a" {
            anchor(node, in: parent)
        } else if HTMLRules.elements.contains(name) || HTMLRules.headings.contains(name) {
            kept(node, as: headings.level(of: name), in: parent)
        } else {
            enter(node, in: parent, breaks: HTMLRules.blocks.contains(name), isFallback: name == "noscript")
        }
    }

    private mutating func kept(_ node: HTMLTree.Node, as name: String, in parent: Open) {
        let breaks = HTMLRules.blocks.contains(name)
        let names = HTMLRules.headings.contains(name) ? headings.names(of: node) : []
        // Browsers that run scripts read a `noscript` as text, so an attribute that could end that text is left out.
        let written = node.attributes.filter { !parent.isFallback || !$0.value.utf8.contains(UInt8(ascii: "<")) }
        var kept = attributes(of: written, on: name)
        if !kept.contains(" id="), let id = names.first, result.ids.insert(id).inserted {
            kept = " id=\"\(HTML.escaped(id))\"" + kept
        }
        let tag = "<\(name)\(kept)>"
        guard !HTMLRules.void.contains(name) else {
            result.html += tag
            return breaks ? begin(" ") : ()
        }
        let scrolls = name == "table"
        result.html += scrolls ? "<div class=\"wide\" tabindex=\"0\">\(tag)" : tag
        for alias in names.dropFirst() where result.ids.insert(alias).inserted {
            result.html += "<span id=\"\(HTML.escaped(alias))\"></span>"
        }
        // A parser drops the first line break of a `pre`, so a line break that belongs to the text needs another before
        // it.
        if name == "pre", node.childCount > 0, node.child(0).text?.utf8.first == UInt8(ascii: "\n") {
            result.html += "\n"
        }
        enter(node, in: parent, closing: "</\(name)>" + (scrolls ? "</div>" : ""), breaks: breaks)
    }

    private mutating func enter(
        _ node: HTMLTree.Node, in parent: Open, closing: String = "", breaks: Bool = false, isFallback: Bool = false
    ) {
        open.append(
            Open(
                node: node, count: node.childCount, closing: closing, breaks: breaks,
                isFallback: isFallback || parent.isFallback))
    }

    /// Adds to the beginning, until it is long enough for a summary.
    private mutating func begin(_ text: String) {
        let left = Self.beginning - result.beginning.utf8.count
        guard left > 0 else { return }
        result.beginning += PlainText.prefix(text, bytes: left)
    }

    private mutating func attributes(of attributes: [(name: String, value: String)], on element: String) -> String {
        var output = ""
        for (name, value) in attributes {
            guard let kept = HTMLRules.value(value, of: name, on: element) else { continue }
            if name == "id", !result.ids.insert(kept).inserted { continue }
            output += kept.isEmpty ? " \(name)" : " \(name)=\"\(HTML.escaped(kept))\""
        }
        return output
    }

    private mutating func checkbox(_ node: HTMLTree.Node) {
        guard node.attribute("type")?.lowercased() == "checkbox" else {
            result.removed["input", default: 0] += 1
            return
        }
        let done = node.attribute("checked") != nil
        result.html +=
            "<span class=\"task\" role=\"img\" aria-label=\"\(done ? "done" : "to do")\">\(done ? "☑" : "☐")</span>"
    }

    // MARK: Images and links

    private mutating func picture(_ node: HTMLTree.Node, isFallback: Bool) {
        let alt = node.attribute("alt") ?? ""
        guard let source = Self.source(of: node) else { return }
        // The image in a `noscript` is the same as the one beside it that a script would load.
        if isFallback, result.images.last?.source == source { return }
        result.images.append((source, alt))
        guard source.utf8.count <= Self.maximumAddress, let image = image(source, alt) else {
            if !alt.isEmpty { result.html += "<span class=\"missing\">\(HTML.escaped(alt))</span>" }
            return
        }
        result.html += Self.tag(image)
    }

    /// The address of an image. A page runs no script, so the address that a script would set in place of a placeholder
    /// is used.
    private static func source(of node: HTMLTree.Node) -> String? {
        let attributes = Dictionary(node.attributes.map { ($0.name, $0.value) }) { first, _ in first }
        let written = attributes["src"]?.trimmingCharacters(in: .whitespacesAndNewlines)
        let isStandIn = written?.isEmpty ?? true || written?.lowercased().hasPrefix("data:") == true
        guard isStandIn else { return written }
        for name in ["data-src", "data-original", "data-lazy-src"] {
            if let source = attributes[name], !source.isEmpty { return source }
        }
        for name in ["srcset", "data-srcset", "data-lazy-srcset"] {
            let first = attributes[name]?.unicodeScalars.split { $0.properties.isWhitespace || $0 == "," }.first
            if let first { return String(first) }
        }
        return written?.isEmpty == false ? written : nil
    }

    /// An image's element with its size, so that the page's layout does not move when the image loads.
    static func tag(_ image: PageImage, lazy: Bool = true) -> String {
        let size = image.size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
        let location = HTML.escaped(image.location)
        if let player = image.player { return tag(player, location, label: image.alt, size: size) }
        return
            "<img src=\"\(location)\" alt=\"\(HTML.escaped(image.alt))\"\(size)\(lazy ? " loading=\"lazy\"" : "")>"
    }

    /// A player with its controls. It loads nothing before somebody starts it, and never starts by itself.
    private static func tag(_ player: PagePlayer, _ location: String, label: String, size: String) -> String {
        let name = player.kind.rawValue
        let label = label.isEmpty ? "" : " aria-label=\"\(HTML.escaped(label))\""
        let poster = player.poster.map { " poster=\"\(HTML.escaped($0))\"" } ?? ""
        let track = player.captions.map { "<track kind=\"captions\" src=\"\(HTML.escaped($0))\" default>" } ?? ""
        let inline = player.kind == .video ? " playsinline" : ""
        return
            "<\(name) src=\"\(location)\" controls\(inline) preload=\"metadata\"\(label)\(size)\(poster)>\(track)</\(name)>"
    }

    private mutating func anchor(_ node: HTMLTree.Node, in parent: Open) {
        var attributes = node.attributes
        let source = attributes.first { $0.name == "href" }?.value.trimmingCharacters(in: .whitespacesAndNewlines)
        // `name` on a link is the older form of an id.
        if let name = attributes.first(where: { $0.name == "name" })?.value,
            !attributes.contains(where: { $0.name == "id" })
        {
            attributes.append(("id", name))
        }
        let kept = self.attributes(of: attributes, on: "a")
        var opening: String?
        if let source {
            result.links.append(source)
            opening = source.utf8.count <= Self.maximumAddress ? start(of: link(source), kept) : nil
        }
        if opening == nil, !kept.isEmpty { opening = "<a\(kept)>" }
        result.html += opening ?? ""
        enter(node, in: parent, closing: opening == nil ? "" : "</a>")
    }

    private mutating func start(of target: LinkTarget, _ attributes: String) -> String? {
        switch target {
        case .page(let address): return "<a href=\"\(HTML.escaped(address))\"\(attributes)>"
        case .external(let address):
            return "<a href=\"\(HTML.escaped(address))\" rel=\"external noopener noreferrer\"\(attributes)>"
        case .fragment(let name):
            result.fragments.append(name)
            return "<a href=\"#\(HTML.escaped(name))\"\(attributes)>"
        case .none: return nil
        }
    }
}
