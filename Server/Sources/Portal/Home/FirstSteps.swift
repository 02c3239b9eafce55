/// What a new app needs before its reports have figures; each step is ticked by what the server finds.
struct FirstSteps: Sendable {
    var hasApp = false
    var hasRelease = false
    var hasDevice = false
    var hasEvent = false

    var isComplete: Bool { hasApp && hasRelease && hasDevice && hasEvent }

    /// Empty when all are done.
    var lines: [HomePage.Line] {
        guard !isComplete else { return [] }
        return [
            Self.line("Create an app. It gets keys of its own.", "Apps", "/portal/apps", hasApp),
            Self.line("Write or import content, and publish it.", "Publish", "/portal/publish", hasRelease),
            Self.line(
                "Give the app marquee.json and start it on a first device.", "Files for the app", "/portal/releases",
                hasDevice),
            Self.line(
                "Open the hub on the device: its first event arrives here.", "Live events", "/portal/live", hasEvent),
        ]
    }

    private static func line(_ text: String, _ link: String, _ address: String, _ isDone: Bool) -> HomePage.Line {
        HomePage.Line(text, link, at: address, mark: isDone ? "done" : "to do", look: isDone ? "ok" : "careful")
    }
}
