import XMLTree

/// RSS 2.0, RSS 1.0 and earlier versions.
///
/// RSS's own elements have no namespace, or the document's; an element of the same name in another namespace is
/// something else.
enum RSSFeed {
    private static let contentModule = "http://purl.org/rss/1.0/modules/content/"
    private static let dublinCore = ["http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/"]
    private static let media = "http://search.yahoo.com/mrss/"
    private static let podcasts = "http://www.itunes.com/dtds/podcast-1.0.dtd"
    private static let atom = "http://www.w3.org/2005/Atom"
    private static let rss1 = "http://purl.org/rss/1.0/"

    static func items(_ root: XMLElement) -> [FeedReader.Item] {
        // RSS 1.0 is RDF: its elements have another namespace than the root, and items are siblings of the channel.
        let spaces = [root.namespace, rss1, ""]
        func own(_ name: String, of parents: [XMLElement]) -> [XMLElement] {
            parents.flatMap(\.children).filter { $0.name == name && spaces.contains($0.namespace) }
        }
        let channel = own("channel", of: [root]).prefix(1)
        let holders = channel + (root.name == "RDF" || channel.isEmpty ? [root] : [])
        return own("item", of: Array(holders)).map(item)
    }

    private static func item(_ item: XMLElement) -> FeedReader.Item {
        func dublin(_ names: String...) -> [String] {
            names.flatMap { name in dublinCore.flatMap { item.all(name, in: $0) } }.map(\.text)
        }
        let guid = item.first("guid")
        let permalink = guid.flatMap { $0.attributes["ispermalink"]?.lowercased() == "false" ? nil : $0.text }
        let links = item.all("link", in: atom).filter { ($0.attributes["rel"] ?? "alternate") == "alternate" }
        let encoded = item.value("encoded", in: contentModule)
        let summary = item.value("description") ?? dublin("description", "abstract").first
        var result = FeedReader.Item()
        result.link = item.value("link") ?? links.first?.attributes["href"] ?? permalink
        result.key = item.value("guid") ?? dublin("identifier").first ?? result.link
        result.title = (item.value("title") ?? dublin("title").first ?? item.value("title", in: media)).map(
            PlainText.title(fromFeed:))
        result.body = encoded ?? summary ?? item.value("description", in: media) ?? ""
        result.summary = encoded == nil ? nil : summary
        result.date = item.value("pubDate") ?? dublin("date", "issued", "created", "modified").first
        let people = dublin("creator") + item.all("author").map { person($0.text) }
        result.authors = people.isEmpty ? item.all("author", in: podcasts).map(\.text) : people
        result.categories = item.all("category").map(\.text) + dublin("subject")
        result.image = image(item)
        result.base = item.base
        result.line = item.line
        return result
    }

    private static func image(_ item: XMLElement) -> String? {
        let enclosure = item.all("enclosure").first { $0.attributes["type"]?.hasPrefix("image/") == true }
        if let url = enclosure?.attributes["url"] { return url }
        let holders = [item] + item.all("group", in: media)
        let shown = holders.flatMap { $0.all("thumbnail", in: media) + $0.all("content", in: media) }.first {
            let type = $0.attributes["type"] ?? "image/"
            return $0.attributes["url"] != nil && type.hasPrefix("image/")
                && ($0.attributes["medium"] ?? "image") == "image"
        }
        return shown?.attributes["url"]
    }

    /// RSS writes authors as `ann@example.org (Ann)`.
    private static func person(_ text: String) -> String {
        guard let match = text.prefix(400).firstMatch(of: /^\s*\S+@\S+\s+\((.+)\)\s*$/) else { return text }
        return String(match.1)
    }
}
