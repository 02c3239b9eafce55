import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeWire

extension EngageWing {
    /// The kinds of event that the form has.
    enum Kind: String, CaseIterable {
        case installed
        case sessionStarted
        case sessionEnded
        case goalAbandoned
        case goalCompleted
        case named
        case notificationReceived
        case notificationOpened
        /// A behaviour with a code of the app's own.
        case custom
    }

    /// Tracks an event.
    struct Track: LabCommand {
        static let name = "track"
        let kind: Choice<Kind>
        /// The name of a goal or named event, the text of a notification, the campaign of a session that starts, the
        /// seconds of one that ended.
        let text: String?
        /// A notification's call to action.
        let callToAction: String?
        /// The code of a custom event, 0 to 9999.
        let code: Int?
        /// More attributes.
        let values: [String: String]?

        func run(_ call: CommandCall) throws {
            let app = try call.app()
            guard let id = track(app.marquee.engage) else {
                throw LabError(.refused, "the SDK dropped the event; the feed says why")
            }
            app.note(.log, "tracked \(kind.value.rawValue)", id.description)
        }

        private func track(_ engage: Engage) -> EventID? {
            let values = (values ?? [:]).mapValues { EngageValue.text($0) }
            let text = text ?? ""
            switch kind.value {
            case .goalCompleted: return engage.track(.goalCompleted(text, values))
            case .goalAbandoned: return engage.track(.goalAbandoned(text, values))
            case .named: return engage.track(.named(text, values))
            case .sessionStarted: return engage.trackSessionStarted(campaign: text, values)
            case .sessionEnded: return engage.track(.custom(.sessionEnded, own(.sessionDuration, text, values)))
            case .installed:
                return engage.track(.custom(.installed, own(.lastCampaign, engage.lastCampaign, values)))
            case .notificationReceived:
                return engage.notifications.receivedLocal(body: text, action: callToAction, values)
            case .notificationOpened: return engage.notifications.opened([:], body: text, values)
            case .custom: return engage.track(.custom(UniversalEventType(rawValue: code ?? -1), values))
            }
        }

        private func own(
            _ field: EngageField, _ text: String, _ values: [String: EngageValue]
        ) -> [String: EngageValue] {
            text.isEmpty ? values : [field.defaultName: .text(text)].merging(values) { $1 }
        }
    }

    /// Sends what is ready; the feed shows the receipt.
    struct Flush: LabCommand {
        static let name = "flush"

        func run(_ call: CommandCall) throws {
            let app = try call.app()
            Task {
                let receipt = await app.marquee.engage.flush()
                let text = "\(receipt.posted) posted, \(receipt.failed) failed, \(receipt.waiting) waiting"
                app.note(
                    .log, "flush", receipt.reason.map { "\(text): \($0)" } ?? text, isGood: receipt.reason == nil)
            }
        }
    }

    /// Deletes the local store.
    struct DeleteEvents: LabCommand {
        static let name = "deleteEvents"

        func run(_ call: CommandCall) async throws {
            try await call.app().marquee.engage.deleteEvents()
        }
    }

    /// Makes a campaign current.
    struct SetCampaign: LabCommand {
        static let name = "setCampaign"
        let campaign: FilledText
        /// How long, such as "2 days", or until when; the configuration's standard if it is empty.
        let expiration: String?

        func run(_ call: CommandCall) throws {
            let end = expiration.flatMap { $0.isEmpty ? nil : Expiration($0) }
            guard try call.app().marquee.engage.setCampaign(campaign.text, until: end) else {
                throw LabError(.badCommand, "the campaign's name is too long, or its end has passed")
            }
        }
    }
}
