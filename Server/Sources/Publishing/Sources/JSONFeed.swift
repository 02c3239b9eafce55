import Foundation
import Markup

/// JSON Feed 1.1.
enum JSONFeed {
    static func items(_ data: Data) throws -> [FeedReader.Item] {
        guard let feed = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            (feed["version"] as? String)?.contains("jsonfeed.org") == true,
            let items = feed["items"] as? [[String: Any]]
        else { throw PublishingError(.malformed, "the document is not a JSON Feed") }
        return items.map { item($0, of: feed) }
    }

    private static func item(_ item: [String: Any], of feed: [String: Any]) -> FeedReader.Item {
        var result = FeedReader.Item()
        let people = item["authors"] as? [[String: Any]] ?? feed["authors"] as? [[String: Any]] ?? []
        let single = (item["author"] as? [String: Any]).map { [$0] } ?? []
        let plain = (item["content_text"] as? String).map { "<p>\(HTML.escaped($0))</p>" }
        let attachments = item["attachments"] as? [[String: Any]] ?? []
        let attached = attachments.first { ($0["mime_type"] as? String)?.hasPrefix("image/") == true }
        let link = item["url"] as? String
        let key = item["id"] as? String ?? (item["id"] as? NSNumber)?.stringValue ?? link
        // Not every database can store a zero byte, and nobody sees an id.
        result.key = key?.replacing("\0", with: "\u{FFFD}")
        result.title = item["title"] as? String
        result.body = item["content_html"] as? String ?? plain ?? ""
        result.summary = (item["summary"] as? String).map { HTML.escaped($0) }
        result.date = item["date_published"] as? String ?? item["date_modified"] as? String
        result.authors = (people + single).compactMap { $0["name"] as? String }
        result.categories = item["tags"] as? [String] ?? []
        result.link = link ?? item["external_url"] as? String
        result.image = item["image"] as? String ?? item["banner_image"] as? String ?? attached?["url"] as? String
        return result
    }
}
