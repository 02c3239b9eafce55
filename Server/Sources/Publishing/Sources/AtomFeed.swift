import Foundation
import Markup
import XMLTree

/// Atom (RFC 4287).
enum AtomFeed {
    static func items(_ feed: XMLElement) -> [FeedReader.Item] { feed.all("entry").map { item($0, of: feed) } }

    private static func item(_ entry: XMLElement, of feed: XMLElement) -> FeedReader.Item {
        var result = FeedReader.Item()
        let links = entry.all("link")
        let link = links.first { ($0.attributes["rel"] ?? "alternate") == "alternate" }
        result.link = link.flatMap(address)
        result.image = links.first {
            $0.attributes["rel"] == "enclosure" && $0.attributes["type"]?.hasPrefix("image/") == true
        }.flatMap(address)
        result.key = entry.value("id") ?? result.link
        result.title = entry.first("title").map { PlainText.of(html(of: $0).html ?? "") }
        let content = entry.first("content")
        let summary = entry.first("summary")
        let body = content.map(html(of:)) ?? (html: nil, loss: nil)
        let short = summary.map(html(of:)) ?? (html: nil, loss: nil)
        result.losses = [body.loss, short.loss].compactMap { $0 }
        result.body = body.html ?? short.html ?? ""
        result.summary = body.html == nil ? nil : short.html
        result.date = entry.value("published") ?? entry.value("updated")
        let people = entry.all("author").isEmpty ? feed.all("author") : entry.all("author")
        result.authors = people.compactMap { $0.value("name") }
        result.categories = entry.all("category").compactMap { $0.attributes["label"] ?? $0.attributes["term"] }
        result.base = (body.html == nil ? summary : content)?.base ?? entry.base
        result.line = entry.line
        return result
    }

    private static func address(_ link: XMLElement) -> String? {
        guard let address = link.attributes["href"] else { return nil }
        return URL(string: address, relativeTo: link.base)?.absoluteString ?? address
    }

    /// A text or content as HTML by its media type (RFC 4287, 3.1.1 and 4.1.3.1), or the reason why it has none.
    private static func html(of element: XMLElement) -> (html: String?, loss: String?) {
        if let source = element.attributes["src"] {
            return (nil, "its \(element.name) stands at \(source.prefix(200)) and is not read")
        }
        let written = element.attributes["type"] ?? "text"
        let type = written.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        switch type {
        case "xhtml", "application/xhtml+xml": return (element.markup, nil)
        case "html", "text/html": return (element.text, nil)
        case "text", "text/plain": return (HTML.escaped(element.text), nil)
        case _ where type.hasPrefix("text/") && !type.hasSuffix("xml"):
            return ("<pre>\(HTML.escaped(element.text))</pre>", nil)
        default: return (nil, "its \(element.name) is \(type.prefix(80)) and cannot be shown")
        }
    }
}
