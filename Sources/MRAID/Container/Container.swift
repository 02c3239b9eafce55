/// The host's side of MRAID as a pure state machine: messages of the ad and events of the app go in, actions come out.
///
/// A container holds no views, timers or tasks. The app shows the page, hands over what the page posts and what happens
/// around it, and carries out the actions in order:
///
/// ```swift
/// var container = Container(Container.Configuration(placement: .inline, layout: layout))
/// let script = Bootstrap(container, page: .first, transport: .webKit(handler: "mraid")).script
/// // … load the page with the script in front, then for every message that it posts:
/// for action in container.received(message, from: .first, at: now) { perform(action) }
/// ```
///
/// `now` is a reading of any clock that never goes back, counted from any fixed moment; a reading that goes back counts as no
/// time passed. A container is a value: keep it where one thread at a time has it, such as the main actor.
///
/// Changes of place are agreed: the container asks with ``HostAction/expand(_:)``, ``HostAction/resize(to:)`` or
/// ``HostAction/restore``, and takes the new state when the host answers ``HostEvent/settled``, so the ad hears of a state when
/// it is on the screen.
public struct Container: Sendable {
    /// What the ad is shown with.
    public let configuration: Configuration
    /// The state as the ad knows it.
    public internal(set) var state = ViewState.loading
    /// Whether the ad was unloaded or dismissed: nothing that comes after has an effect.
    public internal(set) var isFinished = false

    /// Where the ad is now, relative to ``Layout/maxSize``.
    public internal(set) var currentPosition: Rectangle
    var layout: Layout
    var properties = Properties()
    var transitions: [Transition] = []
    var pages: [Page: PageRecord]
    var surroundings: Surroundings
    var presented = Presented()
    var clock = TimeKeeping()
    var actions: [HostAction] = []

    /// A container for one ad.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        layout = configuration.layout
        currentPosition = configuration.layout.defaultPosition
        surroundings = Surroundings(configuration)
        pages = [.first: PageRecord()]
    }

    /// Call this once, when the page begins to load: shows an interstitial's close region and starts the time limit.
    public mutating func started(at now: Duration) -> [HostAction] {
        advance(to: now)
        pages[.first]?.askedAt = clock.now
        return finish()
    }

    /// Takes a message that the page posted, as JSON. Never traps, and answers what it does not understand with an error event.
    public mutating func received(_ text: String, from page: Page, at now: Duration) -> [HostAction] {
        advance(to: now)
        guard !isFinished, pages[page] != nil, isAdmitted(page) else { return finish() }
        let envelope = Envelope(parsing: text, limits: configuration.limits)
        pages[page]?.isAwake = true
        pages[page]?.answered = envelope.id
        switch envelope.content {
        case .success(let message): obey(message, from: page)
        case .failure(let problem):
            report(problem, to: page)
            if let command = Command(rawValue: problem.action) { refuse(command, from: page) }
        }
        return finish()
    }

    /// Takes a message that is already understood.
    public mutating func received(_ message: Message, from page: Page, at now: Duration) -> [HostAction] {
        advance(to: now)
        guard !isFinished, pages[page] != nil else { return finish() }
        pages[page]?.isAwake = true
        obey(message, from: page)
        return finish()
    }

    /// Takes what happened around the ad.
    public mutating func received(_ event: HostEvent, at now: Duration) -> [HostAction] {
        advance(to: now)
        if !isFinished { take(event) }
        return finish()
    }
}
