import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// The tag vocabulary: what is in use where, what tailors nothing, and spelling a tag differently everywhere.
struct TagsRoom: Sendable {
    private struct Page: Sendable {
        struct Row: Sendable {
            let tag: String
            let address: String
            let articles: Int
            let channels: Int
            let hubs: Int
            let remark: String?
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let caption: String
        let cut: Int?
    }

    private struct Uses {
        var articles = 0
        var channels = 0
        var hubs = 0
    }

    /// More rows than anybody reads make no better page.
    private static let maximumRows = 1000

    let desk: PortalDesk

    func add(to portal: RouterGroup<some RequestContext>) {
        portal.get("tags") { request, _ in
            try await desk.signedIn(request) { visit in
                try await list(visit, try FormFields(request.uri.query ?? ""))
            }
        }
        portal.post("tags/rename") { request, _ in
            try await desk.submitted(request) { visit, form in try await rename(form, visit) }
        }
    }

    private func list(_ visit: Visit, _ query: FormFields) async throws -> Response {
        let content = try await desk.platform.content.content(app: try visit.id())
        let usage = try await desk.platform.content.tagUsage(app: try visit.id())
        let (specific, general) = (Set(usage.tooSpecific), Set(usage.tooGeneral))
        let uses = Self.uses(content)
        let rows = uses.sorted { ($1.value.articles, $0.key) < ($0.value.articles, $1.key) }.map { tag, uses in
            Page.Row(
                tag: tag, address: "/portal/content?tag=\(Self.escaped(tag))", articles: uses.articles,
                channels: uses.channels, hubs: uses.hubs,
                remark: uses.articles == 0
                    ? "no article has it"
                    : general.contains(tag)
                        ? "every article has it" : specific.contains(tag) ? "one article only" : nil)
        }
        let notice = query.integer("done").map { count in
            PageFrame.Notice(
                kind: "good",
                text:
                    "Spelled “\(query.raw("to"))” in \(count == 1 ? "one place" : "\(count) places") now. Publish to bring it to devices."
            )
        }
        let page = Page(
            frame: desk.frame(
                "Tags",
                subtitle: "What articles, channels and hubs are tailored by; compared exactly, capitals included",
                at: "/portal/tags", visit, notice: notice),
            rows: Array(rows.prefix(Self.maximumRows)), isEmpty: rows.isEmpty,
            caption: rows.count == 1 ? "1 tag" : "\(rows.count) tags",
            cut: rows.count > Self.maximumRows ? Self.maximumRows : nil)
        return try desk.page(page, "tags")
    }

    private func rename(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let (old, new) = (form.raw("from"), form["to"])
        guard !new.isEmpty, !new.contains(",") else {
            throw PortalError(.invalidField, "A tag has at least one character and no comma.")
        }
        let uses = Self.uses(try await desk.platform.content.content(app: try visit.id()))
        if let present = uses[new], old != new, !form.has("merge") {
            return try confirm(old, new, present, visit)
        }
        let count = try await desk.platform.content.renameTag(old, to: new, app: try visit.id(), by: visit.who)
        return PortalDesk.redirect("/portal/tags?done=\(count)&to=\(Self.escaped(new))")
    }

    private func confirm(_ old: String, _ new: String, _ uses: Uses, _ visit: Visit) throws -> Response {
        let page = ConfirmPage(
            frame: desk.frame("Merge “\(old)” into “\(new)”?", at: "/portal/tags", visit),
            text: "“\(new)” is in use already. Afterwards nobody can tell which of them an article had:",
            losses: ["\(uses.articles) articles, \(uses.channels) channels and \(uses.hubs) hubs have “\(new)” today"],
            action: "/portal/tags/rename",
            fields: [
                .init(name: "from", value: old), .init(name: "to", value: new), .init(name: "merge", value: "1"),
            ],
            button: "Merge them", back: "/portal/tags")
        return try desk.page(page, "confirm")
    }

    private static func uses(_ content: AppContent) -> [String: Uses] {
        var uses: [String: Uses] = [:]
        for tag in content.articles.flatMap(\.content.tags) { uses[tag, default: Uses()].articles += 1 }
        for tag in content.channels.flatMap(\.tags) { uses[tag, default: Uses()].channels += 1 }
        for tag in content.hubs.flatMap(\.tags) { uses[tag, default: Uses()].hubs += 1 }
        return uses
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
