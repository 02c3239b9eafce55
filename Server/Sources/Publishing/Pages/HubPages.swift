import Foundation
import MarqueeWire
import PlatformStore

/// Renders the pages of one hub from its templates.
struct HubPages {
    /// The policy of every page: what is in the release may be shown, nothing else is loaded, nothing runs.
    static let policy =
        "default-src 'none'; img-src 'self' data:; style-src 'self'; font-src 'self'; media-src 'self'; form-action 'none'; base-uri 'none'"
    /// The newest articles of all channels that the hub's own page shows.
    static let hubCards = 30

    let hub: ReleaseContent.Hub
    let templates: PageTemplates
    let articles: [ContentURI: RenderedArticle]
    let styleName: String
    /// `light` or `dark` for a preview; pages of a release leave it to the device.
    var theme: String?

    func hubPage() throws(PublishingError) -> (html: String, assets: [String]) {
        let uri = hub.record.uri
        let newest = hub.channels.flatMap(\.articles).sorted {
            ($0.content.schedule.published?.milliseconds ?? 0, $1.id) > (
                $1.content.schedule.published?.milliseconds ?? 0, $0.id
            )
        }
        var page = common(uri, title: hub.record.title, summary: hub.record.summary, language: hub.record.language)
        page["channels"] = hub.channels.map { channel -> [String: Any] in
            ["title": channel.record.title, "address": PageAddress.of(channel.record.uri, from: uri)]
        }
        let cards = newest.prefix(Self.hubCards).compactMap { articles[$0.uri] }
        page["cards"] = cards.map { card($0, from: uri) }
        return (try templates.render(page, with: "hub"), images(of: cards))
    }

    func channelPage(_ channel: ReleaseContent.Channel) throws(PublishingError) -> (html: String, assets: [String]) {
        let uri = channel.record.uri
        var page = common(
            uri, title: channel.record.title, summary: channel.record.summary, language: hub.record.language)
        page["hubTitle"] = hub.record.title
        page["hubAddress"] = PageAddress.of(hub.record.uri, from: uri)
        let cards = channel.articles.compactMap { articles[$0.uri] }
        page["cards"] = cards.map { card($0, from: uri) }
        return (try templates.render(page, with: "channel"), images(of: cards))
    }

    func articlePage(_ article: RenderedArticle, in channel: ChannelRecord) throws(PublishingError) -> String {
        let record = article.record
        let content = record.content
        let language = content.language ?? hub.record.language
        var page = common(record.uri, title: content.title, summary: content.summary, language: language)
        page["channelTitle"] = channel.title
        page["channelAddress"] = PageAddress.of(channel.uri, from: record.uri)
        page["hubTitle"] = hub.record.title
        page["hubAddress"] = PageAddress.of(hub.record.uri, from: record.uri)
        page["byline"] = content.authors.isEmpty ? false : content.authors.joined(separator: ", ")
        page.merge(Self.date(content.schedule.published, language: language)) { $1 }
        page["minutes"] = String(article.minutes)
        page["hero"] = article.hero ?? false
        page["body"] = article.body
        page["tags"] = content.tags
        page["hasTags"] = !content.tags.isEmpty
        return try templates.render(page, with: "article")
    }

    private func images(of cards: [RenderedArticle]) -> [String] {
        cards.compactMap { $0.image == nil ? nil : $0.assets.first }
    }

    private func common(_ uri: ContentURI, title: String, summary: String, language: String) -> [String: Any] {
        [
            "language": language, "direction": WritingDirection(language: language).rawValue, "theme": theme ?? false,
            "policy": Self.policy, "title": title,
            "summary": summary.isEmpty ? false : summary,
            "style": PageAddress.of(ContentURI(hub: uri.hub, .asset(styleName)), from: uri),
            "listStart": PageMarkup.listStart, "listEnd": PageMarkup.listEnd,
        ]
    }

    private func card(_ article: RenderedArticle, from uri: ContentURI) -> [String: Any] {
        let content = article.record.content
        let language = content.language ?? hub.record.language
        var card: [String: Any] = [
            "language": language, "direction": WritingDirection(language: language).rawValue,
            "hasOwnLanguage": language != hub.record.language,
            "mark": PageMarkup.card(article.record.uri), "title": content.title,
            "address": PageAddress.of(article.record.uri, from: uri),
            "summary": article.summary.isEmpty ? false : article.summary,
            "image": "",
        ]
        if let image = article.image, let name = article.assets.first {
            let location = PageAddress.of(ContentURI(hub: uri.hub, .asset(name)), from: uri)
            card["image"] = HTMLSanitizer.tag(PageImage(location: location, alt: "", size: image.size))
        }
        card.merge(Self.date(content.schedule.published, language: language)) { $1 }
        return card
    }

    private static func date(_ time: Timestamp?, language: String) -> [String: Any] {
        guard let time else { return ["date": false, "isoDate": false] }
        let style = Date.FormatStyle(
            date: .long, time: .omitted, locale: Locale(identifier: language),
            calendar: Calendar(identifier: .gregorian),
            timeZone: TimeZone.gmt)
        return ["date": time.date.formatted(style), "isoDate": String(time.description.prefix(10))]
    }
}
