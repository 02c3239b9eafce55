import Foundation
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeWire

extension EngageWing {
    /// What is frozen on the phone, its notifications, and Engage in the app in front.
    struct State: Codable, Sendable {
        let network: String
        let signIn: String
        let augmentation: String
        let notifications: String
        /// Newest first.
        let tray: [Notification]
        /// Whether the app limits tracking; none while the home screen is shown.
        let privacy: String?
        /// None while the home screen is shown.
        let app: App?

        init(_ moment: DeviceMoment) {
            let surroundings = moment.device.surroundings
            network = surroundings.network.mode.rawValue
            signIn = surroundings.freezes.signIn.rawValue
            augmentation = surroundings.freezes.augmentation.rawValue
            notifications = surroundings.notifications.permission.rawValue
            tray = surroundings.notifications.entries.map(Notification.init)
            privacy = moment.app.map { PrivacyChoice(isLimited: $0.marquee.consent.isTrackingLimited).rawValue }
            app = moment.app.map(App.init)
        }
    }

    /// A notification on the phone.
    struct Notification: Codable, Sendable {
        let number: Int
        let app: String
        let text: String

        init(_ entry: NotificationTray.Entry) {
            number = entry.number
            app = entry.app.name
            text = entry.payload.text
        }
    }

    /// Engage in one app.
    struct App: Codable, Sendable {
        /// The host's name; none when events go to Marquee's own intake.
        let host: String?
        let recipient: String
        let mobileUser: String
        let device: String
        let campaign: String
        let lastCampaign: String
        let session: SessionLine?
        let counts: [StatusCount]
        let events: [Line]
        /// The last link or push that the app handled in this run.
        let input: HandledInput?
        /// The last work on the recipient in this run.
        let identity: IdentityOutcome?

        init(_ process: AppProcess) {
            let engage = process.marquee.engage
            let ids = engage.identity.ids
            host = URL(string: process.marquee.core.configuration.text(.engageHost))?.host()
            (recipient, mobileUser, device) = (ids.recipientID, ids.mobileUserID, ids.deviceID)
            (campaign, lastCampaign) = (engage.currentCampaign, engage.lastCampaign)
            session = process.marquee.core.sessions.current.map(SessionLine.init)
            counts = StatusCount.all(try? engage.eventCounts())
            events = EngageWing.lines(engage)
            (input, identity) = (process.engageLog.input, process.engageLog.identity)
        }
    }

    /// The app's session.
    struct SessionLine: Codable, Sendable {
        /// In milliseconds of the phone's clock.
        let started: Int64
        let activeSeconds: Int64

        init(_ session: Session) {
            started = session.start.milliseconds
            activeSeconds = session.activeTime.components.seconds
        }
    }

    /// How many events have a status.
    struct StatusCount: Codable, Sendable, Hashable {
        let status: String
        let count: Int

        static func all(_ counts: OutboxCounts?) -> [StatusCount] {
            TrackedEvent.Status.allCases.map { status in
                let count =
                    switch status {
                    case .notPosted: counts?.notPosted
                    case .posted: counts?.posted
                    case .failed: counts?.failed
                    case .hold: counts?.hold
                    case .expired: counts?.expired
                    }
                return StatusCount(status: status.storeName, count: count ?? 0)
            }
        }
    }

    /// An event of the local store.
    struct Line: Codable, Sendable, Hashable {
        /// The most attributes that are shown, and the most characters of each.
        private static let (mostAttributes, mostCharacters) = (40, 200)

        struct Attribute: Codable, Sendable, Hashable {
            let name: String
            let value: String
        }

        let id: String
        let code: Int
        let status: String
        /// In milliseconds of the phone's clock.
        let time: Int64
        let attempts: Int
        let reason: String?
        let attributes: [Attribute]

        init(_ tracked: TrackedEvent) {
            id = tracked.id.description
            code = tracked.event.type.rawValue
            status = tracked.status.storeName
            time = tracked.event.time?.milliseconds ?? 0
            attempts = tracked.attempts
            reason = tracked.reason
            attributes = tracked.event.attributes.filter { !$0.value.isEmpty }.prefix(Self.mostAttributes).map {
                Attribute(name: $0.name, value: String($0.value.prefix(Self.mostCharacters)))
            }
        }
    }
}

extension TrackedEvent.Status {
    /// The status by its name in the ancestor's local store.
    var storeName: String {
        switch self {
        case .notPosted: "NOT_POSTED"
        case .posted: "SUCCESSFULLY_POSTED"
        case .failed: "FAILED_POST"
        case .hold: "HOLD"
        case .expired: "EXPIRED"
        }
    }
}
