extension Container {
    /// The commands that reach out of the ad: each needs an ad that is up, a recent tap, and what it asks for to be allowed.
    mutating func request(_ message: Message, from page: Page) {
        let command = message.command
        guard comingState != .loading, comingState != .hidden else {
            return report("Not while \(comingState.rawValue)", command, to: page)
        }
        guard isTapped(page, for: command) else { return }
        do throws(Refusal) {
            switch message {
            case .open(let url): try open(url)
            case .playVideo(let url): try playVideo(url)
            case .storePicture(let url): try storePicture(url)
            case .createCalendarEvent(let event): try createCalendarEvent(event)
            default: return
            }
            surroundings.askers[command] = page
        } catch {
            report(error.message, command, to: page)
        }
    }

    private mutating func open(_ url: String) throws(Refusal) {
        let (link, destination) = try configuration.links.judge(url, features: surroundings.features)
        actions.append(.reportClick)
        actions.append(.open(link, in: destination))
    }

    private mutating func playVideo(_ url: String) throws(Refusal) {
        let link = try configuration.links.judgeResource(url)
        surroundings.isPlayingVideo = true
        actions.append(.playVideo(link))
    }

    private mutating func storePicture(_ url: String) throws(Refusal) {
        guard surroundings.features.contains(.storePicture) else { throw .unsupported(scheme: "storePicture") }
        actions.append(.storePicture(try configuration.links.judgeResource(url)))
    }

    private mutating func createCalendarEvent(_ event: CalendarEvent) throws(Refusal) {
        guard surroundings.features.contains(.calendar) else { throw .unsupported(scheme: "calendar") }
        actions.append(.createCalendarEvent(event))
    }
}
