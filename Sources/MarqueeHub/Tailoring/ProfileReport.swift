import Foundation
import MarqueeCore
import MarqueeWire

/// Reports which tags the active user's profile has, so that the portal can compare them with the content's.
struct ProfileReport: Sendable {
    /// The name under which the state keeps the last report.
    static let name = "profile.told"
    /// The most tags reported, those used most; their counts stay on the device.
    private static let maximumTags = 100
    /// The most bytes of them, so that the event stays within ``Event/maximumSize`` however it is escaped.
    private static let maximumBytes = 4 * 1024

    let core: Core

    /// Records the tags when they, or the active user, have changed since the last report.
    ///
    /// Nothing is recorded while no user is active, or while consent is refused.
    func recordChange() async throws(MarqueeError) {
        guard let user = core.users.active else { return }
        let tags = Self.selected(try core.users.activeUsage())
        let report = Data((user + "\u{0}" + tags).utf8)
        guard try core.state.value(Self.name) ?? Data((user + "\u{0}[]").utf8) != report else { return }
        do throws(MarqueeError) {
            try await core.outbox.record(EventName.userTags, ["tags": .text(tags)])
        } catch {
            guard error.code != .invalidState else { return }
            throw error
        }
        try core.state.store([Self.name: report])
    }

    /// A JSON array in byte order, so that a change of counts alone is no change.
    private static func selected(_ usage: [TagUsage]) -> String {
        var room = maximumBytes
        let tags = usage.prefix(maximumTags).map(\.tag).prefix { tag in
            room -= tag.utf8.count
            return room >= 0
        }
        let sorted = tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(sorted)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}
