import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// Changes of the articles that somebody ticked in the list. Taking down and deleting ask first.
struct SelectedArticlesRoom: PortalRoom {
    /// What the buttons of the list ask for.
    private enum Action: String {
        case ready
        case draft
        case tag
        case untag
        case withdraw
        case delete
    }

    private static let path = "/portal/content/selected"

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.post("content/selected") { request, _, visit, form in
            let (filter, ticks) = (try Self.filter(request), try ArticleTicks(form))
            guard let action = Action(rawValue: form["do"]) else {
                throw PortalError(.invalidField, "The form does not say what to do with the articles.")
            }
            guard !ticks.versions.isEmpty else { return Self.done(EditNotice(.none), filter) }
            switch action {
            case .ready: return try await apply(.markReady, .ready, ticks, filter, visit)
            case .draft: return try await apply(.makeDraft, .draft, ticks, filter, visit)
            case .tag, .untag:
                guard let tag = Self.tag(form) else { return Self.done(EditNotice(.tag), filter) }
                return action == .tag
                    ? try await apply(.addTag(tag), .tagged, ticks, filter, visit)
                    : try await apply(.removeTag(tag), .untagged, ticks, filter, visit)
            case .withdraw: return try await confirmWithdraw(ticks, filter, visit)
            case .delete: return try await confirmDelete(ticks, filter, visit)
            }
        }
        routes.post("content/selected/delete") { request, _, visit, form in
            try await apply(.delete, .deleted, try ArticleTicks(form), try Self.filter(request), visit)
        }
        routes.post("content/selected/withdraw") { request, _, visit, form in
            let (filter, ticks) = (try Self.filter(request), try ArticleTicks(form))
            let done = try await wing.publisher.withdraw(ticks.versions, in: try visit.scope(), by: visit.who)
            return Self.done(EditNotice(.withdrawn, done.edit), filter)
        }
    }

    /// The list that the ticks are from, to lead back to it.
    private static func filter(_ request: Request) throws -> ContentFilter {
        ContentFilter(try FormFields(request.uri.query ?? ""))
    }

    private static func done(_ notice: EditNotice, _ filter: ContentFilter) -> Response {
        PortalDesk.redirect(filter.address(ContentRoom.path, adding: notice.parts))
    }

    /// The one tag that the form names; `nil` when that cannot be a tag.
    private static func tag(_ form: FormFields) -> String? {
        let tags = form.list("tag")
        guard tags.count == 1, tags[0].utf8.count <= 256, !tags[0].utf8.contains(0) else { return nil }
        return tags[0]
    }

    private func apply(
        _ edit: ArticleEdit, _ kind: EditNotice.Kind, _ ticks: ArticleTicks, _ filter: ContentFilter, _ visit: Visit
    ) async throws -> Response {
        let outcome = try await wing.content.apply(edit, to: ticks.versions, app: try visit.id(), by: visit.who)
        return Self.done(EditNotice(kind, outcome), filter)
    }

    private func listed(_ ticks: ArticleTicks, _ visit: Visit) async throws -> [ListedArticle] {
        let uris = ticks.versions.keys.sorted { "\($0)" < "\($1)" }
        return try await wing.content.listed(uris, app: try visit.id())
    }

    private func confirmDelete(_ ticks: ArticleTicks, _ filter: ContentFilter, _ visit: Visit) async throws -> Response
    {
        let articles = try await listed(ticks, visit)
        guard !articles.isEmpty else { return Self.done(EditNotice(.none), filter) }
        let live = articles.count { $0.liveVersion != nil }
        let kept = "Earlier releases keep what they published."
        return try confirm(
            articles, ticks, filter, visit, title: "Delete \(Self.count(articles))?",
            text: articles.count == 1
                ? "With the article go its text, its history and its address:"
                : "With the articles go their texts, their histories and their addresses:",
            action: "delete", button: "Delete \(Self.count(articles))",
            remark: live == 0
                ? kept
                : "Devices keep \(live == 1 ? "the live one" : "the \(live) live ones") until the next publish. \(kept)",
            isFinal: true)
    }

    private func confirmWithdraw(_ ticks: ArticleTicks, _ filter: ContentFilter, _ visit: Visit) async throws
        -> Response
    {
        let articles = try await listed(ticks, visit)
        let live = articles.filter { $0.liveVersion != nil }
        guard !live.isEmpty else {
            throw PortalError(.invalidField, "None of the ticked articles is live: there is nothing to take down.")
        }
        // An error, such as a hub that would be empty, comes before the question.
        _ = try await wing.publisher.pendingChanges(
            ReleaseChoice(try visit.scope(), taking: .only([:]), leavingOut: Set(live.map(\.uri))))
        let rest = articles.count - live.count
        let remark =
            rest == 0
            ? ""
            : rest == 1
                ? " 1 ticked article is not live and stays as it is."
                : " \(rest) ticked articles are not live and stay as they are."
        return try confirm(
            live, ticks, filter, visit, title: "Take down \(Self.count(live))?",
            text: live.count == 1
                ? "Devices get a release without the article:" : "Devices get one release without these articles:",
            action: "withdraw", button: "Take down \(Self.count(live))",
            remark: (live.count == 1
                ? "The article stays here as a draft with its history."
                : "The articles stay here as drafts with their histories.") + remark)
    }

    private func confirm(
        _ articles: [ListedArticle], _ ticks: ArticleTicks, _ filter: ContentFilter, _ visit: Visit, title: String,
        text: String, action: String, button: String, remark: String, isFinal: Bool = false
    ) throws -> Response {
        // The versions are those that the list showed: what was saved since is left alone.
        let fields = articles.compactMap { article in
            ticks.versions[article.uri].map { ConfirmPage.Field(name: "take", value: "\(article.uri)@\($0)") }
        }
        let now = desk.now()
        let page = ConfirmPage(
            frame: desk.frame(title, at: ContentRoom.path, visit), text: text,
            losses: articles.map {
                "“\($0.title.isEmpty ? "(no title)" : $0.title)”, \($0.state(at: now).rawValue)"
            },
            action: filter.address("\(Self.path)/\(action)"), fields: fields, button: button,
            back: filter.address(ContentRoom.path), remark: remark, isFinal: isFinal)
        return try desk.page(page, "confirm")
    }

    private static func count(_ articles: [ListedArticle]) -> String {
        Plural.count(articles.count, "article", "articles")
    }
}
