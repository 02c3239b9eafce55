import Collector
import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// The tag vocabulary: what is in use where, what tailors nothing, and spelling a tag differently everywhere.
struct TagsRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let tag: String
            let address: String
            let articles: Int
            let channels: Int
            let hubs: Int
            let users: Int
            /// Whether content has it, so that it can be spelled differently there.
            let isContent: Bool
            let remarks: [String]
        }

        let frame: PageFrame
        let rows: [Row]
        /// What is known of profiles, in a sentence.
        let profiles: String
        let isEmpty: Bool
        /// What the box for all of them says; `nil` for people who may rename none.
        let all: String?
        let caption: String
        let cut: Int?
    }

    /// More rows than anybody reads make no better page.
    private static let maximumRows = 1000

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("tags") { request, _, visit in
            try await list(visit, try FormFields(request.uri.query ?? ""))
        }
        routes.post("tags/rename") { _, _, visit, form in
            try await rename(form, visit)
        }
    }

    private func list(_ visit: Visit, _ query: FormFields) async throws -> Response {
        let places = try await wing.content.tagPlaces(app: try visit.id())
        let usage = try await wing.content.tagUsage(app: try visit.id())
        let profiles = try await wing.collector.reports.profileTags(
            scope: try visit.scope(), since: desk.now() + (.zero - ProfileTags.age))
        let rows = Self.rows(places, usage, profiles)
        let notice = query.number("done", in: 0...1_000_000_000).map { count in
            PageFrame.Notice(
                kind: count == 0 ? "careful" : "good",
                text: count == 0
                    ? "Tick tags to give them one spelling."
                    : "Renamed to “\(query.raw("to"))” in \(Plural.count(count, "place", "places")). It goes out with the next publish."
            )
        }
        let page = Page(
            frame: desk.frame(
                "Tags",
                subtitle: "What articles, channels and hubs are tailored by; capitals matter",
                at: "/portal/tags", visit, notice: notice),
            rows: Array(rows.prefix(Self.maximumRows)), profiles: Self.sentence(profiles), isEmpty: rows.isEmpty,
            all: visit.may(.editor) && rows.contains(where: \.isContent) ? "All tags of content here" : nil,
            caption: rows.count == 1 ? "1 tag" : "\(rows.count) tags",
            cut: rows.count > Self.maximumRows ? Self.maximumRows : nil)
        return try desk.page(page, "tags")
    }

    private func rename(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let new = form["to"]
        guard !new.isEmpty, !new.contains(",") else {
            throw PortalError(.invalidField, "A tag has at least one character and no comma.")
        }
        let ticked = form.all(form.has("all") ? "shown" : "take")
        // A ticked tag that has the spelling already stays as it is.
        let old = ticked.count > 1 ? ticked.filter { TagName($0) != TagName(new) } : ticked
        guard !old.isEmpty else { return PortalDesk.redirect("/portal/tags?done=0") }
        let places = try await wing.content.tagPlaces(app: try visit.id())
        let isMerge = old.count > 1 || places[TagName(new)] != nil && TagName(old[0]) != TagName(new)
        if isMerge, !form.has("merge") {
            return try confirm(old, new, places, visit)
        }
        let count = try await wing.content.renameTags(old, to: new, app: try visit.id(), by: visit.who)
        return PortalDesk.redirect("/portal/tags?done=\(count)&to=\(PercentEncoding.encoded(new))")
    }

    private func confirm(_ old: [String], _ new: String, _ places: [TagName: TagPlaces], _ visit: Visit) throws
        -> Response
    {
        let present = places[TagName(new)] == nil ? [] : [new]
        let title = old.count == 1 ? "Merge “\(old[0])” into “\(new)”?" : "Merge \(old.count) tags into “\(new)”?"
        let page = ConfirmPage(
            frame: desk.frame(title, at: "/portal/tags", visit),
            text: present.isEmpty
                ? "They become one tag. The merge cannot be undone:"
                : "“\(new)” is in use already. The merge cannot be undone:",
            losses: (old.count == 1 ? present : old + present).map { tag in
                let used = places[TagName(tag)]
                let articles = Plural.count(used?.articles ?? 0, "article", "articles")
                let channels = Plural.count(used?.channels ?? 0, "channel", "channels")
                return "“\(tag)”: \(articles), \(channels) and \(Plural.count(used?.hubs ?? 0, "hub", "hubs")) today"
            },
            action: "/portal/tags/rename",
            fields: old.map { .init(name: "take", value: $0) } + [
                .init(name: "to", value: new), .init(name: "merge", value: "1"),
            ],
            button: "Merge them", back: "/portal/tags")
        return try desk.page(page, "confirm")
    }

    private static func rows(_ places: [TagName: TagPlaces], _ usage: TagUsage, _ profiles: ProfileTags) -> [Page.Row] {
        let (specific, general) = (Set(usage.tooSpecific), Set(usage.tooGeneral))
        let rows = Set(places.keys).union(profiles.counts.keys).map { tag in
            let content = places[tag]
            let users = profiles.counts[tag] ?? 0
            let remarks: [String?] = [
                content == nil ? "only users have it: no content does, or content spells it differently" : nil,
                content?.articles == 0 ? "no article has it" : nil,
                general.contains(tag) ? "every article has it" : nil,
                specific.contains(tag) ? "one article only" : nil,
                profiles.users > 0 && users == 0 ? "no user has it" : nil,
            ]
            return Page.Row(
                tag: tag.text, address: "/portal/content?tag=\(PercentEncoding.encoded(tag.text))",
                articles: content?.articles ?? 0,
                channels: content?.channels ?? 0, hubs: content?.hubs ?? 0, users: users, isContent: content != nil,
                remarks: remarks.compactMap { $0 })
        }
        return rows.sorted { ($1.articles, $1.users, TagName($0.tag)) < ($0.articles, $0.users, TagName($1.tag)) }
    }

    private static func sentence(_ profiles: ProfileTags) -> String {
        switch profiles.users {
        case 0: "No device has reported its user’s tags in the last 90 days."
        case 1: "1 user’s tags were reported in the last 90 days."
        default: "The tags of \(profiles.users) users were reported in the last 90 days."
        }
    }
}
