import CLibXML2
import Foundation

/// Rebuilds HTML from what a real parser understood of it, element by element from an allow-list.
///
/// Nothing of the input's own spelling reaches the output: tags, attributes and text are written anew, so that what a
/// browser parses is what was checked. Elements with parsing rules of their own (`svg`, `math`, `template`, `noscript`,
/// `style`, …) are removed whole.
struct HTMLSanitizer {
    /// The most bytes of input.
    static let maximumSize = 4 * 1024 * 1024
    private static let maximumDepth = 200
    /// From so many characters on, ``SanitizedHTML/beginning`` is long enough.
    private static let beginning = 400

    /// Decides on an `href`.
    var link: (String) -> LinkTarget = { _ in .none }
    /// Decides on an image; `nil` removes it and leaves its alternative text.
    var image: (_ source: String, _ alt: String) -> PageImage? = { _, _ in nil }

    private var result = SanitizedHTML()
    /// How many characters its beginning has, which counting again for each element would take long.
    private var begun = 0

    init() {}

    /// - Throws: ``PublishingError`` with `tooLarge` or `malformed`.
    mutating func sanitize(_ html: String) throws(PublishingError) -> SanitizedHTML {
        guard html.utf8.count <= Self.maximumSize else {
            throw PublishingError(.tooLarge, "the text has \(html.utf8.count) bytes")
        }
        result = SanitizedHTML()
        begun = 0
        guard !html.allSatisfy(\.isWhitespace) else { return result }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue
        let bytes = Array("<!DOCTYPE html><html><body>\(html.filter { $0 != "\u{0}" })</body></html>".utf8)
        let document = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                htmlReadMemory($0.baseAddress, Int32($0.count), nil, "UTF-8", Int32(options))
            }
        }
        guard let document else { throw PublishingError(.malformed, "the text cannot be read as HTML") }
        defer { xmlFreeDoc(document) }
        visit(xmlDocGetRootElement(document)?.pointee.children, depth: 0, in: "body")
        return result
    }

    private mutating func visit(_ first: UnsafeMutablePointer<xmlNode>?, depth: Int, in parent: String) {
        guard depth < Self.maximumDepth else { return }
        var next = first
        while let node = next {
            switch node.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text(LibXML.content(node))
            case XML_ENTITY_REF_NODE: result.html += "&amp;"
            case XML_ELEMENT_NODE: element(node, depth: depth, in: parent)
            default: break
            }
            next = node.pointee.next
        }
    }

    private mutating func text(_ text: String) {
        result.html += HTMLEscape.text(text)
        result.words += text.split(whereSeparator: \.isWhitespace).count
        begin(text)
    }

    private mutating func element(_ node: UnsafeMutablePointer<xmlNode>, depth: Int, in parent: String) {
        let found = LibXML.name(node).lowercased()
        let name = found == "h1" ? "h2" : found
        let children = node.pointee.children
        switch name {
        case _ where HTMLRules.dropped.contains(name): result.removed.insert(name)
        case "input": checkbox(node)
        case "img": picture(node)
        case "a": anchor(node, depth: depth)
        case _ where HTMLRules.elements.contains(name):
            let scrolls = name == "table"
            if scrolls { result.html += "<div class=\"wide\" tabindex=\"0\">" }
            let heading = name.first == "h" && name.count == 2 && name != "hr"
            result.html += "<\(name)\(attributes(of: node, on: name, needsID: heading))>"
            if !HTMLRules.void.contains(name) {
                visit(children, depth: depth + 1, in: name)
                result.html += "</\(name)>"
            }
            if scrolls { result.html += "</div>" }
        default: visit(children, depth: depth + 1, in: parent)
        }
        if ["p", "li", "br", "div", "td", "h2", "h3"].contains(name) { begin(" ") }
    }

    /// Goes on with the beginning, which ends with the text that makes it long enough for a summary.
    private mutating func begin(_ text: String) {
        guard begun < Self.beginning else { return }
        result.beginning += text
        begun += text.count
    }

    private mutating func attributes(of node: UnsafeMutablePointer<xmlNode>, on element: String, needsID: Bool = false)
        -> String
    {
        var output = ""
        var hasID = false
        for (name, value) in LibXML.attributes(node) {
            guard let kept = HTMLRules.value(value, of: name, on: element) else { continue }
            if name == "id" {
                guard result.ids.insert(kept).inserted else { continue }
                hasID = true
            }
            output += kept.isEmpty ? " \(name)" : " \(name)=\"\(HTMLEscape.text(kept))\""
        }
        if needsID, !hasID {
            let id = headingID(LibXML.text(node))
            if result.ids.insert(id).inserted { output += " id=\"\(HTMLEscape.text(id))\"" }
        }
        return output
    }

    /// The anchor that kramdown and GitHub give a heading: its letters and digits in lower case, spaces as hyphens.
    private func headingID(_ text: String) -> String {
        var id = ""
        for character in text.lowercased() {
            if character.isLetter || character.isNumber || character == "_" || character == "-" { id.append(character) }
            if character == " " { id.append("-") }
        }
        let base = HTMLRules.isName(id) ? id : "section"
        var candidate = base
        var number = 1
        while result.ids.contains(candidate), number < 1000 {
            candidate = "\(base)-\(number)"
            number += 1
        }
        return candidate
    }

    private mutating func checkbox(_ node: UnsafeMutablePointer<xmlNode>) {
        let attributes = LibXML.attributes(node)
        guard attributes.contains(where: { $0.name == "type" && $0.value.lowercased() == "checkbox" }) else { return }
        let done = attributes.contains { $0.name == "checked" }
        result.html +=
            "<span class=\"task\" role=\"img\" aria-label=\"\(done ? "done" : "to do")\">\(done ? "☑" : "☐")</span>"
    }

    private mutating func picture(_ node: UnsafeMutablePointer<xmlNode>) {
        let attributes = LibXML.attributes(node)
        let alt = attributes.first { $0.name == "alt" }?.value ?? ""
        let set = attributes.first { $0.name == "srcset" }?.value.split { $0 == " " || $0 == "," }.first.map(
            String.init)
        guard let source = attributes.first(where: { $0.name == "src" })?.value ?? set, source.utf8.count <= 2048 else {
            return
        }
        result.images.append((source, alt))
        guard let image = image(source, alt) else {
            if !alt.isEmpty { result.html += "<span class=\"missing\">\(HTMLEscape.text(alt))</span>" }
            return
        }
        result.html += Self.tag(image)
    }

    /// An image's element, with the size it takes so that the page does not jump.
    static func tag(_ image: PageImage, lazy: Bool = true) -> String {
        let size = image.size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
        let location = HTMLEscape.text(image.location)
        return
            "<img src=\"\(location)\" alt=\"\(HTMLEscape.text(image.alt))\"\(size)\(lazy ? " loading=\"lazy\"" : "")>"
    }

    private mutating func anchor(_ node: UnsafeMutablePointer<xmlNode>, depth: Int) {
        let source = LibXML.attributes(node).first { $0.name == "href" }?.value.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let kept = attributes(of: node, on: "a")
        var opening: String?
        if let source, source.utf8.count <= 2048 {
            result.links.append(source)
            switch link(source) {
            case .page(let address): opening = "<a href=\"\(HTMLEscape.text(address))\"\(kept)>"
            case .external(let address):
                opening = "<a href=\"\(HTMLEscape.text(address))\" rel=\"external noopener noreferrer\"\(kept)>"
            case .fragment(let name):
                result.fragments.append(name)
                opening = "<a href=\"#\(HTMLEscape.text(name))\"\(kept)>"
            case .none: break
            }
        }
        if opening == nil, !kept.isEmpty { opening = "<a\(kept)>" }
        if let opening { result.html += opening }
        visit(node.pointee.children, depth: depth + 1, in: "a")
        if opening != nil { result.html += "</a>" }
    }
}
