import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// Publishing, taking down and deleting one article, each of which asks first and says what it does; and copying it.
struct ArticleStateRoom: PortalRoom {
    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("articles/:hub/:id/publish") { _, context, visit in
            try await confirmPublish(try await wing.article(context, visit), visit)
        }
        routes.post("articles/:hub/:id/publish") { _, context, visit, form in
            let article = try await wing.article(context, visit)
            let version = form.version ?? -1
            try Self.require(article, version)
            try requirePublishable(article)
            let outcome = try await wing.publisher.publish(
                try visit.scope(), taking: .only([article.uri: version]), note: article.content.title, by: visit.who)
            return PortalDesk.redirect(
                "/portal/releases?done=\(outcome.release.version)\(MissedNotice.query(outcome.missed))")
        }
        routes.get("articles/:hub/:id/withdraw") { _, context, visit in
            try await confirmWithdraw(try await wing.article(context, visit), visit)
        }
        routes.post("articles/:hub/:id/withdraw") { _, context, visit, form in
            let article = try await wing.article(context, visit)
            try Self.require(article, form.version ?? -1)
            try requireLive(article)
            let outcome = try await wing.publisher.withdraw(article, in: try visit.scope(), by: visit.who)
            return PortalDesk.redirect("/portal/releases?done=\(outcome.release.version)")
        }
        routes.post("articles/:hub/:id/duplicate") { _, context, visit, _ in
            let article = try await wing.article(context, visit)
            let copy = try await wing.content.createArticle(
                Self.copy(of: article.content, at: desk.now()),
                in: ContentURI(hub: article.hub, .channel(article.channel)), app: article.app, by: visit.who)
            return PortalDesk.redirect("\(ArticleAddress.page(copy.uri))?copied=1")
        }
        routes.get("articles/:hub/:id/delete") { _, context, visit in
            try await confirmDelete(try await wing.article(context, visit), visit)
        }
        routes.post("articles/:hub/:id/delete") { _, context, visit, form in
            let article = try await wing.article(context, visit)
            try await wing.content.delete(
                article.uri, expectedVersion: form.version ?? -1, app: article.app, by: visit.who)
            return PortalDesk.redirect("/portal/content?deleted=1")
        }
    }

    /// A draft with the same text and pictures. The dates that publish and remove, and the address of the original, belong
    /// to the first article alone.
    private static func copy(of content: ArticleContent, at time: Timestamp) -> ArticleContent {
        var copy = content
        copy.title = "Copy of \(content.title)"
        while copy.title.utf8.count > ArticleContent.maximumTitleSize { copy.title.removeLast() }
        copy.source = nil
        copy.schedule = ArticleSchedule(published: time, isDraft: true)
        return copy
    }

    /// - Throws: `versionConflict` when somebody saved the article since the page was shown.
    private static func require(_ article: ArticleRecord, _ version: Int) throws(StoreError) {
        guard article.version == version else {
            throw StoreError(
                .versionConflict,
                "\(article.uri) has version \(article.version), not \(version): somebody changed it meanwhile")
        }
    }

    private func requirePublishable(_ article: ArticleRecord) throws(PortalError) {
        guard !article.content.schedule.isDraft else {
            throw PortalError(.invalidField, "The article is a draft. Save it and mark it ready first.")
        }
        guard article.state(at: desk.now()) != .scheduled else {
            throw PortalError(
                .invalidField, "The article is scheduled. Empty “Publish at” and mark it ready to publish it now.")
        }
        guard article.state(at: desk.now()) != .expired || article.liveVersion != nil else {
            throw PortalError(
                .invalidField,
                "The article has expired, and no release takes it. Change “Remove at” and mark it ready to publish it.")
        }
    }

    private func requireLive(_ article: ArticleRecord) throws(PortalError) {
        guard article.liveVersion != nil else {
            throw PortalError(.invalidField, "The article is in no current release.")
        }
    }

    private func confirmPublish(_ article: ArticleRecord, _ visit: Visit) async throws -> Response {
        try requirePublishable(article)
        let choice = ReleaseChoice(try visit.scope(), taking: .only([article.uri: article.version]))
        let changes = ChangedPages(try await wing.publisher.pendingChanges(choice))
        return try confirm(
            article, visit, title: "Publish “\(article.content.title)”?",
            text: changes.isEmpty ? "Devices have this already." : "Devices get a release with these changes:",
            losses: Self.lines(changes), action: "publish", button: "Publish this article",
            remark: "Other ready articles stay as they are. The order and deletions go out with every publish.")
    }

    private func confirmWithdraw(_ article: ArticleRecord, _ visit: Visit) async throws -> Response {
        try requireLive(article)
        let choice = ReleaseChoice(try visit.scope(), taking: .only([:]), leavingOut: [article.uri])
        let changes = ChangedPages(try await wing.publisher.pendingChanges(choice))
        return try confirm(
            article, visit, title: "Take down “\(article.content.title)”?",
            text: "Devices get a release without the article:", losses: Self.lines(changes), action: "withdraw",
            button: "Take down", remark: "The article stays here as a draft with its history.")
    }

    private func confirmDelete(_ article: ArticleRecord, _ visit: Visit) async throws -> Response {
        let versions = try await wing.content.versions(of: article.uri, app: article.app).count
        let channel = try await wing.content.channel(
            ContentURI(hub: article.hub, .channel(article.channel)), app: article.app)
        let remark =
            article.liveVersion == nil
            ? "Earlier releases keep what they published."
            : "Devices keep it until the next publish. Earlier releases keep what they published."
        return try confirm(
            article, visit, title: "Delete “\(article.content.title)”?", text: "With the article goes:",
            losses: [
                "the text", versions == 1 ? "its history of 1 version" : "its history of \(versions) versions",
                "its place in the channel \(channel?.title ?? article.channel), and its address \(article.uri)",
            ], action: "delete", button: "Delete the article", remark: remark, isFinal: true)
    }

    private func confirm(
        _ article: ArticleRecord, _ visit: Visit, title: String, text: String, losses: [String], action: String,
        button: String, remark: String, isFinal: Bool = false
    ) throws -> Response {
        let address = ArticleAddress.page(article.uri)
        let page = ConfirmPage(
            frame: desk.frame(title, at: "/portal/content", visit), text: text, losses: losses,
            action: "\(address)/\(action)", fields: [.init(name: "version", value: String(article.version))],
            button: button, back: address, remark: remark, isFinal: isFinal)
        return try desk.page(page, "confirm")
    }

    private static func lines(_ changes: ChangedPages) -> [String] {
        changes.changes.prefix(20).map { "\($0.kind): \($0.title)" }
            + (changes.changes.count > 20 ? ["and \(changes.changes.count - 20) more"] : [])
    }
}
