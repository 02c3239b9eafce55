import Marquee

/// The example in the README, compiled and run without changes.
func showContent(on surface: any HubSurface) async throws {
    let marquee = try await Marquee.start()
    if marquee.users.active == nil {
        let user = UserStore.generateDefaultID()
        try marquee.users.create(user)
        try marquee.users.activate(user)
    }
    marquee.hub.entryPoint = "home button"
    try await marquee.hub.present(on: surface)
    marquee.track("content_opened", ["from": "home"])
}
