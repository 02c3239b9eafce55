public import Foundation
public import MarqueeWire
public import PlatformStore

/// Publishes an app's content as signed releases, and renews the documents that devices get.
///
///     let publisher = Publisher(platform: platform)
///     let outcome = try await publisher.publish(try Scope(app: "demo"), note: "Spring", by: "ada")
public struct Publisher: Sendable {
    /// How long a fresh document is valid; it is renewed long before.
    public static let freshLifetime = Duration.seconds(7 * 86_400)
    /// How long a release is valid until it has to be signed again.
    public static let releaseLifetime = Duration.seconds(90 * 86_400)
    /// How often a publish starts again because another one was stored first.
    private static let maximumAttempts = 16

    let platform: Platform
    let now: @Sendable () -> Timestamp
    /// The keys that sign an app's documents.
    public let keys: KeyCeremony
    private(set) var progress: PublishingStep.Report?
    let contentDatabaseWork = SerialWork()
    private let builds = BuildMemory()
    let articleCounts = ArticleCounts()

    /// Publishes the content of `platform`, by the clock `now`.
    public init(platform: Platform, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.platform = platform
        self.now = now
        keys = KeyCeremony(platform: platform, now: now)
    }

    /// The same publisher, which also reports its progress, from whichever thread does the work.
    public func reporting(_ progress: @escaping PublishingStep.Report) -> Publisher {
        var publisher = self
        publisher.progress = progress
        return publisher
    }

    /// Builds and signs a release, and makes it current.
    ///
    /// The release holds the version of each article that is taken, and the live version of every other article. Hubs,
    /// channels, the order and deletions are those that are stored. Without a change there is no new release, except
    /// after a rollback, where publishing is a decision about what devices show. Simultaneous publishes each get their
    /// own version, one after the other.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - taking: the saved work that is taken; the default is everything that is ready.
    ///   - note: a note for people, in the history.
    ///   - force: makes a new version even when nothing changed.
    ///   - who: the name in the history.
    /// - Returns: the current release, and whether this call made it.
    /// - Throws: ``PublishingError``: `empty`, `template`, `keys`, or `store` when the platform's store refused or
    ///   other publishes were stored first at every attempt.
    public func publish(
        _ scope: Scope, taking: ReleaseChoice.Taking = .everythingReady, note: String = "", force: Bool = false,
        by who: String
    ) async throws(PublishingError) -> PublishOutcome {
        try await publish(ReleaseChoice(scope, taking: taking), note: note, force: force, by: who)
    }

    func publish(_ choice: ReleaseChoice, note: String, force: Bool = false, by who: String)
        async throws(PublishingError) -> PublishOutcome
    {
        do {
            for _ in 0..<Self.maximumAttempts {
                let latest = try await platform.releases.latest(choice.scope)
                if let outcome = try await publishOnce(choice, after: latest, note: note, force: force, by: who) {
                    return outcome
                }
            }
            throw tooManyPublishers
        } catch {
            throw PublishingError(error)
        }
    }

    /// Publishes as ``publish(_:taking:note:force:by:)`` does, except in a scope that was rolled back, even during this
    /// call: only a person's publish ends a rollback.
    /// - Returns: `nil` when an earlier release's content is current.
    /// - Throws: as ``publish(_:taking:note:force:by:)``.
    public func publishUnlessRestored(
        _ scope: Scope, taking: ReleaseChoice.Taking = .everythingReady, note: String, by who: String
    ) async throws(PublishingError) -> PublishOutcome? {
        do {
            let choice = ReleaseChoice(scope, taking: taking)
            for _ in 0..<Self.maximumAttempts {
                let latest = try await platform.releases.latest(scope)
                guard latest?.restores == nil else { return nil }
                if let outcome = try await publishOnce(choice, after: latest, note: note, by: who) { return outcome }
            }
            throw tooManyPublishers
        } catch {
            throw PublishingError(error)
        }
    }

    /// - Returns: `nil` when another publish was stored first. It may hold newer content than this one has read, so the
    ///   caller builds everything again.
    private func publishOnce(
        _ choice: ReleaseChoice, after latest: ReleaseRecord?, note: String, force: Bool = false, by who: String
    ) async throws -> PublishOutcome? {
        let scope = choice.scope
        let built = try await build(choice)
        let references = built.manifests.map(\.reference)
        let missed = try await missed(choice, in: built)
        let warnings = built.warnings + missed.map(\.warning)
        if !force, let latest, latest.manifests == references, latest.restores == nil {
            guard try await record(built.live, of: latest, by: who) else { return nil }
            return PublishOutcome(
                release: latest, isNew: false, warnings: warnings, missed: missed,
                nextChange: try await nextChange(scope))
        }
        try await store(built.objects)
        builds.markStored(built)
        let plan = ReleasePlan(manifests: references, live: built.live)
        guard let record = try await attempt(plan, after: latest, scope: scope, note: note, by: who) else {
            return nil
        }
        let failures = await shelve(record)
        return PublishOutcome(
            release: record, isNew: true, warnings: warnings + failures, missed: missed,
            nextChange: try await nextChange(scope))
    }

    private func nextChange(_ scope: Scope) async throws -> Timestamp? {
        try await platform.content.nextScheduledChange(scope, after: now())
    }

    /// Notes the versions behind a release whose pages they do not change.
    /// - Returns: false when the release is no longer the current one.
    private func record(_ live: [LiveArticle], of release: ReleaseRecord, by who: String) async throws -> Bool {
        do {
            try await platform.releases.record(live, of: release.version, in: release.scope, by: who)
            return true
        } catch {
            guard error.code == .versionConflict else { throw error }
            return false
        }
    }

    /// The changes that a publish would make, without publishing.
    public func pendingChanges(_ scope: Scope, taking: ReleaseChoice.Taking = .everythingReady)
        async throws(PublishingError) -> ReleaseDiff
    {
        try await pendingChanges(ReleaseChoice(scope, taking: taking))
    }

    /// The changes that a release of this choice would make.
    public func pendingChanges(_ choice: ReleaseChoice) async throws(PublishingError) -> ReleaseDiff {
        do {
            let built = try await build(choice)
            let latest = try await platform.releases.latest(choice.scope)
            let base = BuildMemory.Base(scope: choice.scope, version: latest?.version ?? 0)
            if let known = builds.diff(of: built, from: base) { return known }
            let old = try await manifests(latest?.manifests ?? [])
            var diff = try await ReleaseComparison(store: platform.objects, pending: built.objects).compare(
                old, built.manifests.map(\.manifest))
            diff.warnings = built.warnings
            builds.keep(diff, of: built, from: base)
            return diff
        } catch {
            throw PublishingError(error)
        }
    }

    /// Publishes the content of an earlier release as a new, higher version, signed with the current keys.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - version: the earlier release.
    ///   - current: the release that the decision was about; `nil` rolls back whichever is current.
    ///   - note: a note for people, in the history.
    ///   - who: the name in the history.
    /// - Throws: ``PublishingError``: `notFound`, `keys`, or `store` with a `versionConflict` when `current` is not the
    ///   current release.
    public func rollback(
        _ scope: Scope, to version: Int, from current: Int? = nil, note: String = "", by who: String
    ) async throws(PublishingError) -> ReleaseRecord {
        do {
            guard let old = try await platform.releases.release(version, of: scope) else {
                throw PublishingError(.notFound, "there is no release \(version) of \(scope)")
            }
            let live = try await articles(in: old)
            return try await release(scope: scope, note: note.isEmpty ? "back to \(version)" : note, by: who) {
                latest in
                guard current == nil || latest?.version == current else {
                    throw StoreError(
                        .versionConflict,
                        "release \(latest?.version ?? 0) is current, not \(current ?? 0): somebody published meanwhile")
                }
                return ReleasePlan(manifests: old.manifests, restores: version, live: live)
            }
        } catch {
            throw PublishingError(error)
        }
    }

    /// The articles that a release shows, with their versions.
    private func articles(in release: ReleaseRecord) async throws -> [LiveArticle] {
        let held = try await platform.releases.articles(of: release.version, in: release.scope)
        let versions = Dictionary(held.map { ($0.uri, $0.version) }) { first, _ in first }
        return try await manifests(release.manifests).flatMap(\.items).compactMap { item in
            guard item.uri.resourceType == .article else { return nil }
            return LiveArticle(
                item.uri, version: versions[item.uri] ?? LiveArticle.unknownVersion, expires: item.expires)
        }
    }

    /// Renders what a choice holds, or takes what was rendered last when nothing that it was made from has changed.
    func build(_ choice: ReleaseChoice) async throws -> BuiltRelease {
        let app = choice.scope.app
        let records = try await platform.templates.templates(app: app)
        let time = now()
        let state = try await platform.content.state(for: choice, at: time)
        if let known = builds.release(.init(app: app, content: state, templates: records), at: time) { return known }
        let content = try await platform.content.content(for: choice, at: time)
        let built = try await ReleaseBuilder(objects: platform.objects, progress: progress).build(
            content, app: app, templates: try PageTemplates(records: records), at: time)
        // The state of what was read: somebody may have saved since the first look.
        builds.keep(built, from: .init(app: app, content: content.state, templates: records), at: time)
        return built
    }

    /// Signs a release and the fresh document that points to it, and stores both at once.
    ///
    /// `content` returns what to sign, given the latest release; it is called again when another publish was stored
    /// first.
    func release(
        scope: Scope, note: String, by who: String, content: @Sendable (ReleaseRecord?) throws -> ReleasePlan
    ) async throws -> ReleaseRecord {
        for _ in 0..<Self.maximumAttempts {
            let latest = try await platform.releases.latest(scope)
            let plan = try content(latest)
            if let record = try await attempt(plan, after: latest, scope: scope, note: note, by: who) {
                _ = await shelve(record)
                return record
            }
        }
        throw tooManyPublishers
    }

    private var tooManyPublishers: PublishingError {
        PublishingError(.store, "other publishers were first \(Self.maximumAttempts) times")
    }

    /// Signs and stores the plan as the successor of `latest`; `nil` when another publish was stored first.
    private func attempt(
        _ plan: ReleasePlan, after latest: ReleaseRecord?, scope: Scope, note: String, by who: String
    ) async throws -> ReleaseRecord? {
        let root = try await keys.root(app: scope.app)
        let version = (latest?.version ?? 0) + 1
        let issued = now()
        let release = Release(
            scope: scope, version: version, issued: issued, expires: issued + Self.releaseLifetime,
            manifests: plan.manifests
        )
        try release.validate()
        let document = try release.signed(by: try await keys.signers(.release, root: root))
        let object = try await platform.objects.put(document.encoded())
        let record = ReleaseRecord(
            scope: scope, version: version, issued: issued, note: note, who: who, document: object,
            manifests: plan.manifests, restores: plan.restores)
        let pointer = Fresh.ReleasePointer(version: version, object: object)
        var fresh = Fresh(
            scope: scope, version: 1, issued: issued, expires: issued + Self.freshLifetime, root: root.version,
            release: pointer)
        if let next = try await nextFresh(scope, root: root) { fresh = next }
        fresh.release = pointer
        let signed = try fresh.signed(by: try await keys.signers(.fresh, root: root))
        do {
            try await platform.releases.publish(
                record, fresh: signed, freshVersion: fresh.version, live: plan.live)
            return record
        } catch {
            guard error.code == .versionConflict else { throw error }
            return nil
        }
    }

    /// The current fresh document with the next version and new dates; `nil` before the first release.
    func nextFresh(_ scope: Scope, root: Root) async throws -> Fresh? {
        guard let stored = try await platform.releases.fresh(scope) else { return nil }
        var fresh = try SignedDocument(stored.bytes, expected: .fresh).read(Fresh.self, as: scope)
        fresh.version += 1
        fresh.issued = now()
        fresh.expires = fresh.issued + Self.freshLifetime
        fresh.root = root.version
        return fresh
    }

    func manifests(_ references: [ManifestReference]) async throws -> [Manifest] {
        var manifests: [Manifest] = []
        for reference in references {
            guard let data = try await platform.objects.data(reference.object.sha256, verifying: true) else {
                throw PublishingError(.damaged, "the manifest of \(reference.uri) is missing")
            }
            manifests.append(try Manifest(data))
        }
        return manifests
    }
}
