extension Container {
    /// Handles the commands that reach out of the ad. Each needs a visible ad, permission for what it requests, and a
    /// tap.
    mutating func request(_ message: Message, from page: Page) {
        let command = message.command
        guard comingState != .loading, comingState != .hidden else {
            return report("Not available while \(comingState.rawValue)", command, to: page)
        }
        do throws(LinkPolicy.Refusal) {
            let asked = try judge(message, from: page)
            guard consumeTap(for: .message(message), from: page) else { return }
            if command == .playVideo { surroundings.videos = min(surroundings.videos + 1, 1_000) }
            actions += asked
        } catch {
            report(error.message, command, to: page)
        }
    }

    /// The host actions for the request, or the reason why it is refused. The tap is checked later.
    private func judge(_ message: Message, from page: Page) throws(LinkPolicy.Refusal) -> [HostAction] {
        switch message {
        case .open(let url):
            let (link, destination) = try configuration.links.judge(url, features: surroundings.features)
            return [.reportClick, .open(link, in: destination)]
        case .playVideo(let url):
            return [.playVideo(try configuration.links.judgeResource(url), for: page)]
        case .storePicture(let url):
            guard surroundings.features.contains(.storePicture) else { throw .unsupported(scheme: "storePicture") }
            return [.storePicture(try configuration.links.judgeResource(url), for: page)]
        case .createCalendarEvent(let event):
            guard surroundings.features.contains(.calendar) else { throw .unsupported(scheme: "calendar") }
            return [.createCalendarEvent(event, for: page)]
        default: return []
        }
    }
}
