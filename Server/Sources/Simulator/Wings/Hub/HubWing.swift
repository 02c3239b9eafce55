/// The content hub of the app in front.
struct HubWing: LabWing {
    let id = "hub"
    let title = "Content hub"

    var commands: [any LabCommand.Type] {
        [
            Present.self, PresentAgain.self, Dismiss.self, Back.self, Forward.self, Answer.self,
            Rendered.self, Scrolled.self, Link.self, Blocked.self, Played.self,
            Refresh.self, Scheme.self, ContentSource.self, Whitelist.self,
        ]
    }

    func state(_ moment: DeviceMoment) -> (any Encodable & Sendable)? { moment.app.map(State.init) }
}
