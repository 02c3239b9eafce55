import PlatformStore
import Synchronization

/// The units that were asked for lately, each prepared as long as it is the same.
final class PreparedUnits: Sendable {
    private struct Key: Hashable {
        let app: String
        let unit: String
        let base: String
    }

    private final class Kept {
        var stored: ContentUnitRecord
        let prepared: PreparedUnit

        init(_ stored: ContentUnitRecord, _ prepared: PreparedUnit) {
            (self.stored, self.prepared) = (stored, prepared)
        }
    }

    /// The most units that are kept; strangers choose the address by which they reach the server.
    static let most = 1_000

    private let templates: TemplatePages
    private let kept = Mutex<[Key: Kept]>([:])

    init(_ templates: TemplatePages) {
        self.templates = templates
    }

    var count: Int { kept.withLock(\.count) }

    /// - Parameter base: the server's address as the device reaches it, without a slash at the end.
    func unit(_ stored: ContentUnitRecord, on base: String) -> PreparedUnit {
        let key = Key(app: stored.app, unit: stored.id, base: base)
        let known = kept.withLock { kept -> PreparedUnit? in
            guard let known = kept[key], known.stored == stored else { return nil }
            // Equal, and perhaps another copy: two values of one copy are compared without a look at what they hold.
            known.stored = stored
            return known.prepared
        }
        if let known { return known }
        let prepared = PreparedUnit(stored, on: base, templates: templates)
        kept.withLock { kept in
            if kept.count >= Self.most { kept = [:] }
            kept[key] = Kept(stored, prepared)
        }
        return prepared
    }
}
