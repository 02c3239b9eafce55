import Foundation
import MarqueeCore
import MarqueeWire

/// Reports the tags of the active user's profile, so that the portal can compare them with the content's tags.
struct ProfileReport: Sendable {
    /// The key under which the state store keeps the last report.
    static let name = "profile.told"
    /// The largest number of tags in a report. The most used tags are reported; their counts stay on the device.
    private static let maximumTags = 100
    /// The largest size of all reported tags, in bytes. Even with escapes the event stays within
    /// ``Event/maximumSize``.
    private static let maximumBytes = 4 * 1024

    let core: Core

    /// Records the tags if the tags or the active user changed since the last report.
    ///
    /// Records nothing while no user is active or while consent is refused.
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

    /// The reported tags as a JSON array. The tags are sorted by their bytes, so a change of counts alone does not change
    /// the report.
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
