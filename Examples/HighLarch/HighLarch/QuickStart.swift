import Marquee
import MarqueeUI

/// The lines of the project's README.
@MainActor
func showContent() async throws {
    let marquee = try await Marquee.start()
    if marquee.users.active == nil {
        let user = UserStore.generateDefaultID()
        try marquee.users.create(user)
        try marquee.users.activate(user)
    }
    marquee.hub.entryPoint = "home button"
    try await marquee.hub.present(on: HubViewController())
    marquee.track("content_opened", ["from": "home"])
}
