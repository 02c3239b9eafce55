import Foundation
import Marquee
import MarqueeCore
import MarqueeEngage

/// Universal events, campaigns, links, notifications and the recipient of the app in front.
struct EngageWing: LabWing {
    /// The most events of the local store that a state of the phone shows.
    static let shownEvents = 30

    let id = "engage"
    let title = "Engage"

    var commands: [any LabCommand.Type] {
        [
            Network.self, SignIn.self, Augmentation.self, Notifications.self,
            Track.self, Flush.self, DeleteEvents.self, SetCampaign.self, Privacy.self,
            OpenLink.self, Push.self, OpenNotification.self,
            StoreUser.self, SetUpRecipient.self, ChooseRecipient.self, CheckIdentity.self,
        ]
    }

    func state(_ moment: DeviceMoment) -> (any Encodable & Sendable)? { State(moment) }

    /// The events of an app that were tracked last, newest first.
    static func lines(_ engage: Engage) -> [Line] {
        ((try? engage.newestEvents(limit: shownEvents)) ?? []).map(Line.init)
    }
}
