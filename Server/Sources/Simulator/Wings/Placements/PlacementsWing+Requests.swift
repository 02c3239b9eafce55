import Marquee
import MarqueePlacements

extension PlacementsWing {
    /// The tag of a placement, as the SDK takes it.
    struct Tag: Decodable, Sendable {
        let text: String

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard (1...Placements.maximumName).contains(text.utf8.count) else {
                throw LabError(.badCommand, "a placement's tag has 1 to \(Placements.maximumName) bytes")
            }
        }
    }

    /// Reports an open by hand.
    struct Open: LabCommand {
        static let name = "open"

        func run(_ call: CommandCall) async throws {
            let game = try call.game()
            Task { await game.open() }
        }
    }

    /// Has a placement's unit ready.
    struct Preload: LabCommand {
        static let name = "preload"
        let tag: Tag

        func run(_ call: CommandCall) throws {
            try call.game().preload(tag.text)
        }
    }

    /// When the screen is covered.
    enum Overlay: String, CaseIterable {
        case whenReady
        case immediately
    }

    /// Shows a placement.
    struct Present: LabCommand {
        static let name = "present"
        let tag: Tag
        /// When the unit is about to appear unless it says otherwise.
        let overlay: Choice<Overlay>?

        func run(_ call: CommandCall) throws {
            try call.game().present(
                tag.text, overlay: overlay?.value == .immediately ? .immediately : .whenReady)
        }
    }

    /// Cancels the request for a placement.
    struct Cancel: LabCommand {
        static let name = "cancel"
        let tag: Tag

        func run(_ call: CommandCall) throws {
            try call.game().cancel(tag.text)
        }
    }

    /// What becomes of the badge.
    enum BadgeChange: String, CaseIterable {
        case refresh
        case clear
    }

    /// Asks for the badge on More Games, or empties it.
    struct ChangeBadge: LabCommand {
        static let name = "changeBadge"
        let change: Choice<BadgeChange>

        func run(_ call: CommandCall) async throws {
            let badge = try call.game().badge
            switch change.value {
            case .refresh:
                let feed = call.device.feed
                Task {
                    await badge.refresh()
                    feed.stateChanged()
                }
            case .clear: badge.clear()
            }
        }
    }

    /// Puts a stone on the cairn; five are a level.
    struct PutStone: LabCommand {
        static let name = "putStone"

        func run(_ call: CommandCall) throws {
            try call.game().putStone()
        }
    }

    /// What games show when they were started.
    struct AtStart: LabCommand {
        static let name = "atStart"
        let atStart: Choice<GameSettings.Start>

        func run(_ call: CommandCall) {
            call.device.surroundings.games.start = atStart.value
        }
    }
}
