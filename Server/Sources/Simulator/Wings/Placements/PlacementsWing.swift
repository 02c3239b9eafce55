/// Placements in the app in front: opens, units, rewards, purchases, the badge, and the mistakes that a developer can make.
struct PlacementsWing: LabWing {
    let id = "placements"
    let title = "Placements"

    var commands: [any LabCommand.Type] {
        [
            DeviceWing.Network.self, DeviceWing.Clock.self, DeviceWing.Restart.self, DeviceWing.Background.self,
            DeviceWing.Foreground.self,
            Open.self, Preload.self, Present.self, Cancel.self, ChangeBadge.self, PutStone.self, AtStart.self,
            Buy.self, Settle.self, Approve.self, Account.self, Rewards.self, Acknowledge.self,
            OptOut.self, CustomID.self, Plugin.self, Fault.self, System.self,
            ResizeScreen.self, Loaded.self, Message.self, Answered.self, TapClose.self,
        ]
    }

    func state(_ moment: DeviceMoment) -> (any Encodable & Sendable)? { State(moment) }
}

extension CommandCall {
    /// The game of the app that the command names, or of the one in front.
    /// - Throws: `refused` when the app does not run, or has no placements.
    func game() throws(LabError) -> SampleGame {
        let app = try app()
        guard let game = app.game else {
            throw LabError(
                .refused,
                "the app \(app.app.id) has no secret for placements; make one in the portal and start it again")
        }
        return game
    }
}
