public import MarqueeWire
public import PlatformStore

/// Publishing and taking down single articles.
extension Publisher {
    /// Takes a live article out of the release without deleting it: its saved version becomes a draft, and the release
    /// that follows at once leaves the article out.
    ///
    /// The draft is saved first. If the release then cannot be signed or stored, devices keep the article, and taking it
    /// down again makes the release.
    /// - Parameters:
    ///   - article: the article as it was read.
    ///   - scope: the app and stream.
    ///   - who: the name in the histories.
    /// - Throws: ``PublishingError``: `empty` when a hub would show nothing without the article, and `store` when somebody
    ///   saved the article in the meantime, both before anything is changed; as
    ///   ``publish(_:taking:note:force:by:)`` for the release.
    public func withdraw(_ article: ArticleRecord, in scope: Scope, by who: String) async throws(PublishingError)
        -> PublishOutcome
    {
        let choice = ReleaseChoice(scope, taking: .only([:]), leavingOut: [article.uri])
        do {
            // An error has to come before anything is changed.
            _ = try await build(choice)
            var draft = article
            draft.content.schedule.isDraft = true
            _ = try await platform.content.update(draft, expectedVersion: article.version, as: .withdraw, by: who)
            return try await publish(choice, note: "take down \(article.content.title)", by: who)
        } catch {
            throw PublishingError(error)
        }
    }

    /// Takes many live articles out of the release with one release, as ``withdraw(_:in:by:)`` does with one.
    /// - Parameters:
    ///   - articles: the articles with the versions that were read, at most ``ArticleEdit/maximumArticles``.
    ///   - scope: the app and stream.
    ///   - who: the name in the histories.
    /// - Returns: what became of each article, and the release; `nil` when no article was taken down.
    /// - Throws: ``PublishingError``: `empty` when a hub would show nothing without the articles; nothing is changed
    ///   then. `store`.
    public func withdraw(_ articles: [ContentURI: Int], in scope: Scope, by who: String)
        async throws(PublishingError) -> (edit: ArticleEditOutcome, outcome: PublishOutcome?)
    {
        do {
            // An error has to come before anything is changed.
            _ = try await build(ReleaseChoice(scope, taking: .only([:]), leavingOut: Set(articles.keys)))
            let edit = try await platform.content.apply(.withdraw, to: articles, app: scope.app, by: who)
            guard !edit.changed.isEmpty else { return (edit, nil) }
            let choice = ReleaseChoice(scope, taking: .only([:]), leavingOut: Set(edit.changed))
            let count = edit.changed.count
            let note = count == 1 ? "take down 1 article" : "take down \(count) articles"
            return (edit, try await publish(choice, note: note, by: who))
        } catch {
            throw PublishingError(error)
        }
    }
}

extension Publisher {
    /// The articles whose named versions a build does not have.
    func missed(_ choice: ReleaseChoice, in built: BuiltRelease) async throws -> [MissedArticle] {
        guard case .only(let versions) = choice.taking else { return [] }
        let live = Dictionary(built.live.map { ($0.uri, $0.version) }) { first, _ in first }
        let absent = versions.keys.filter { live[$0] != versions[$0] }.sorted { "\($0)" < "\($1)" }
        guard !absent.isEmpty else { return [] }
        let stored = Dictionary(
            try await platform.content.listed(absent, app: choice.scope.app).map { ($0.uri, $0) }
        ) { first, _ in first }
        let time = now()
        return absent.compactMap { uri in
            guard let article = stored[uri] else { return MissedArticle(uri: uri, reason: .deleted) }
            if article.schedule.isDraft { return MissedArticle(uri: uri, reason: .draft) }
            if article.version != versions[uri] { return MissedArticle(uri: uri, reason: .changed) }
            switch article.state(at: time) {
            case .expired: return nil
            case .scheduled: return MissedArticle(uri: uri, reason: .scheduled)
            case .draft, .ready, .live, .changed: return MissedArticle(uri: uri, reason: .changed)
            }
        }
    }
}
