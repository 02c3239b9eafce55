public import MarqueeWire
package import PlatformStore

extension Publisher {
    /// Publishes when an embargo has ended since its article was saved, or a live article has expired.
    ///
    /// The release takes the articles whose embargo ended, and no other saved work. Scheduled publishing never undoes a
    /// rollback: after a rollback nothing is due until a person publishes.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - who: the name in the release's history.
    /// - Returns: `nil` when nothing is due, or the release already has the change.
    /// - Throws: as ``publish(_:taking:note:force:by:)``.
    public func publishDue(_ scope: Scope, by who: String) async throws(PublishingError) -> PublishOutcome? {
        do {
            guard let latest = try await platform.releases.latest(scope), latest.restores == nil else { return nil }
            guard try await platform.content.isDue(scope, at: now()) else { return nil }
            let outcome = try await publishUnlessRestored(scope, taking: .due, note: "scheduled", by: who)
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
            return try await platform.content.nextScheduledChange(scope, after: now())
        } catch {
            throw PublishingError(error)
        }
    }
}
