public import MarqueeWire
package import PlatformStore

extension Publisher {
    /// A release is dated after its content was read, so a change may have become due in between; the search starts
    /// this much earlier.
    private static let buildAllowance = Duration.seconds(-600)

    /// Publishes when an article has become due to appear or to expire since the current release's content was read.
    ///
    /// The release holds everything that is saved by then. Scheduled publishing never undoes a rollback: after a
    /// rollback nothing is due until a person publishes.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - time: changes up to this time are already handled; `nil` checks all changes since the release.
    ///   - who: the name in the release's history.
    /// - Returns: `nil` when nothing is due, or the release already has the change.
    /// - Throws: as ``publish(_:note:force:by:)``.
    public func publishDue(_ scope: Scope, after time: Timestamp? = nil, by who: String)
        async throws(PublishingError) -> PublishOutcome?
    {
        do {
            guard let latest = try await platform.releases.latest(scope), latest.restores == nil else { return nil }
            let allowance = try await contentTime(of: latest) + Self.buildAllowance
            let start = max(time ?? allowance, allowance)
            guard let due = try await platform.content.nextScheduledChange(app: scope.app, after: start), due <= now()
            else { return nil }
            let outcome = try await publishUnlessRestored(scope, note: "scheduled", by: who)
            return outcome?.isNew == true ? outcome : nil
        } catch {
            throw PublishingError(error)
        }
    }

    /// When the content of a release was first released: signing it again reads no content.
    package func contentTime(of release: ReleaseRecord) async throws(PublishingError) -> Timestamp {
        let same = try await history(release.scope).prefix { $0.manifests == release.manifests }
        return same.last?.issued ?? release.issued
    }

    /// When the next scheduled change is due; `nil` without one, before the first release, and after a rollback.
    public func nextScheduledChange(_ scope: Scope) async throws(PublishingError) -> Timestamp? {
        do {
            guard let latest = try await platform.releases.latest(scope), latest.restores == nil else { return nil }
            return try await platform.content.nextScheduledChange(app: scope.app, after: now())
        } catch {
            throw PublishingError(error)
        }
    }
}
