import Foundation
import Markup
import MarqueeWire
import PlatformStore

/// Renders the pages of one hub from its templates.
struct HubPages {
    /// The content security policy of every page: it may show what is in the release, load nothing else, and run no
    /// script.
    static let policy =
        "default-src 'none'; img-src 'self' data:; style-src 'self'; font-src 'self'; media-src 'self'; form-action 'none'; base-uri 'none'"
    /// How many of the newest articles of all channels the hub's own page shows.
    static let hubCards = 30

    let hub: ContentSelection.Hub
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
        page["channels"] = .list(
            hub.channels.map { channel in
                .fields([
                    "title": .text(channel.record.title),
                    "address": .text(PageAddress.of(channel.record.uri, from: uri)),
                ])
            })
        let cards = newest.prefix(Self.hubCards).compactMap { articles[$0.uri] }
        page["cards"] = .list(cards.map { .fields(card($0, from: uri)) })
        return (try templates.render(page, with: "hub"), images(of: cards))
    }

    func channelPage(_ channel: ContentSelection.Channel) throws(PublishingError) -> (html: String, assets: [String]) {
        let uri = channel.record.uri
        var page = common(
            uri, title: channel.record.title, summary: channel.record.summary, language: hub.record.language)
        page["hubTitle"] = .text(hub.record.title)
        page["hubAddress"] = .text(PageAddress.of(hub.record.uri, from: uri))
        let cards = channel.articles.compactMap { articles[$0.uri] }
        page["cards"] = .list(cards.map { .fields(card($0, from: uri)) })
        return (try templates.render(page, with: "channel"), images(of: cards))
    }

    func articlePage(_ article: RenderedArticle, in channel: ChannelRecord) throws(PublishingError) -> String {
        let record = article.record
        let content = record.content
        let language = content.language ?? hub.record.language
        var page = common(record.uri, title: content.title, summary: content.summary, language: language)
        page["channelTitle"] = .text(channel.title)
        page["channelAddress"] = .text(PageAddress.of(channel.uri, from: record.uri))
        page["hubTitle"] = .text(hub.record.title)
        page["hubAddress"] = .text(PageAddress.of(hub.record.uri, from: record.uri))
        page["byline"] = .optional(content.authors.joined(separator: ", "))
        page.merge(Self.date(content.schedule.published, language: language)) { $1 }
        page["minutes"] = .text(String(article.minutes))
        page["hero"] = article.hero.map { .markup($0) } ?? .flag(false)
        page["body"] = .markup(article.body)
        page["tags"] = .list(content.tags.map { .text($0) })
        page["hasTags"] = .flag(!content.tags.isEmpty)
        return try templates.render(page, with: "article")
    }

    private func images(of cards: [RenderedArticle]) -> [String] {
        cards.compactMap { $0.cover?.name }
    }

    private func common(
        _ uri: ContentURI, title: String, summary: String, language: String
    ) -> [String: TemplateValue] {
        [
            "language": .text(language), "direction": .text(WritingDirection(language: language).rawValue),
            "theme": .optional(theme), "policy": .text(Self.policy), "title": .text(title),
            "summary": .optional(summary),
            "style": .text(PageAddress.of(ContentURI(hub: uri.hub, .asset(styleName)), from: uri)),
            "listStart": .markup(HTML(verbatim: PageMarkup.listStart)),
            "listEnd": .markup(HTML(verbatim: PageMarkup.listEnd)),
        ]
    }

    private func card(_ article: RenderedArticle, from uri: ContentURI) -> [String: TemplateValue] {
        let content = article.record.content
        let language = content.language ?? hub.record.language
        var card: [String: TemplateValue] = [
            "language": .text(language), "direction": .text(WritingDirection(language: language).rawValue),
            "hasOwnLanguage": .flag(language != hub.record.language),
            "mark": .markup(HTML(verbatim: PageMarkup.card(article.record.uri))), "title": .text(content.title),
            "address": .text(PageAddress.of(article.record.uri, from: uri)), "summary": .optional(article.summary),
            "image": .text(""),
        ]
        if let cover = article.cover {
            let location = PageAddress.of(ContentURI(hub: uri.hub, .asset(cover.name)), from: uri)
            card["image"] = .markup(
                HTML(verbatim: HTMLSanitizer.tag(PageImage(location: location, alt: "", size: cover.size))))
        }
        card.merge(Self.date(content.schedule.published, language: language)) { $1 }
        return card
    }

    private static func date(_ time: Timestamp?, language: String) -> [String: TemplateValue] {
        guard let time else { return ["date": .flag(false), "isoDate": .flag(false)] }
        let style = Date.FormatStyle(
            date: .long, time: .omitted, locale: Locale(identifier: language),
            calendar: Calendar(identifier: .gregorian),
            timeZone: TimeZone.gmt)
        return ["date": .text(time.date.formatted(style)), "isoDate": .text(String(time.description.prefix(10)))]
    }
}
