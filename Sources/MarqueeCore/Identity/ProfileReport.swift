import Foundation
import MarqueeWire

/// Tells the server which tags the active user's profile has, so that the portal can set them beside the content's.
struct ProfileReport: Sendable {
    /// Under this name the state keeps what was told last.
    static let name = "profile.told"
    /// The most tags told, those used most; their counts stay on the device.
    private static let maximumTags = 100
    /// The most bytes of them, so that the event stays within ``Event/maximumSize`` however it is escaped.
    private static let maximumBytes = 4 * 1024

    let users: UserStore
    let outbox: Outbox

    /// Records the tags when they are others than those told last, or another user's.
    ///
    /// Nothing is recorded while nobody is active, or while consent is refused.
    func tell() async throws(MarqueeError) {
        guard let user = users.active else { return }
        let tags = Self.selected(try users.activeUsage())
        let told = Data((user + "\u{0}" + tags).utf8)
        guard try users.state.value(Self.name) ?? Data((user + "\u{0}[]").utf8) != told else { return }
        do throws(MarqueeError) {
            try await outbox.record(EventName.userTags, ["tags": .text(tags)])
        } catch {
            guard error.code != .invalidState else { return }
            throw error
        }
        try users.state.store([Self.name: told])
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
