import MarqueeWire
import PlatformStore
import Synchronization

/// Keeps what was built last, so that a publish does not render what somebody has just looked at.
///
/// One build is kept, of whichever app: it is needed for the minute between a look and the publish. Its pages are
/// dropped when they are stored, or when they are larger than the bound.
final class BuildMemory: Sendable {
    /// What a build was made from.
    struct Inputs: Hashable {
        let app: String
        let content: ContentState
        let templates: [TemplateRecord]
    }

    /// The release that a build is compared with; the version is 0 before the first one.
    struct Base: Hashable {
        let scope: Scope
        let version: Int
    }

    private struct Kept {
        let inputs: Inputs
        let time: Timestamp
        let release: BuiltRelease
        var diff: (base: Base, diff: ReleaseDiff)?
    }

    private let kept = Mutex<Kept?>(nil)
    private let maximumBytes: Int

    init(maximumBytes: Int = 128 * 1024 * 1024) { self.maximumBytes = maximumBytes }

    /// The build from the same inputs, unless a schedule has changed since then what is released.
    func release(_ inputs: Inputs, at time: Timestamp) -> BuiltRelease? { current(inputs, time)?.release }

    func keep(_ release: BuiltRelease, from inputs: Inputs, at time: Timestamp) {
        let bytes = release.objects.values.reduce(0) { $0 + $1.count }
        kept.withLock {
            $0 = bytes <= maximumBytes ? Kept(inputs: inputs, time: time, release: release, diff: nil) : nil
        }
    }

    /// Drops the pages of a build: they are in the object store now.
    func markStored(_ release: BuiltRelease) {
        kept.withLock { kept in
            guard let last = kept, last.release.isSame(as: release) else { return }
            var stored = last.release
            stored.objects = [:]
            kept = Kept(inputs: last.inputs, time: last.time, release: stored, diff: nil)
        }
    }

    /// How a build differs from a release, if that was asked before.
    func diff(of release: BuiltRelease, from base: Base) -> ReleaseDiff? {
        kept.withLock { kept in
            guard let kept, kept.release.isSame(as: release), let diff = kept.diff, diff.base == base else {
                return nil
            }
            return diff.diff
        }
    }

    func keep(_ diff: ReleaseDiff, of release: BuiltRelease, from base: Base) {
        kept.withLock { kept in
            guard let last = kept, last.release.isSame(as: release) else { return }
            kept?.diff = (base, diff)
        }
    }

    private func current(_ inputs: Inputs, _ time: Timestamp) -> Kept? {
        kept.withLock { kept in
            guard let kept, kept.inputs == inputs, kept.time <= time, kept.release.nextChange.map({ time < $0 }) ?? true
            else { return nil }
            return kept
        }
    }
}

extension BuiltRelease {
    fileprivate func isSame(as other: BuiltRelease) -> Bool {
        manifests.map(\.reference) == other.manifests.map(\.reference)
    }
}
