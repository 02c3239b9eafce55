/// The host's side of MRAID as a state machine without side effects. Messages of the ad and events of the app go in,
/// actions come out.
///
/// A container holds no views, timers or tasks. The app shows the page, passes on the page's messages and the events
/// around it, and carries out the actions in order:
///
/// ```swift
/// var container = Container(Container.Configuration(placement: .inline, layout: layout))
/// let script = Bootstrap(container, page: .first, transport: .webKit(handler: "mraid")).script
/// // … load the page with the script in front, then for every message that it posts:
/// for action in container.received(message, from: .first, at: now) { perform(action) }
/// ```
///
/// `now` is the reading of a clock that never goes back, counted from a fixed moment. If a reading does go back, no
/// time has passed. A container is a value: keep it where one thread at a time uses it, for example on the main actor.
///
/// Changes of place have two steps. The container asks for a change with ``HostAction/expand(_:)``,
/// ``HostAction/resize(to:)`` or ``HostAction/restore``, and enters the new state when the host answers
/// ``HostEvent/settled``. So the ad learns of a state when it is on screen.
public struct Container: Sendable {
    /// How the ad is shown.
    public let configuration: Configuration
    /// The state that `mraid.getState()` returns in a page that is ready.
    public internal(set) var state = State.loading
    /// Whether the ad was unloaded or dismissed. Later inputs have no effect.
    public internal(set) var isFinished = false

    /// The current frame of the ad, relative to ``Container/Layout/maxSize``.
    public internal(set) var currentPosition: Rectangle
    var layout: Layout
    var properties = Properties()
    var transitions: [Transition] = []
    var pages: [Page: PageRecord]
    var surroundings: Surroundings
    var presented = Presented()
    var clock = TimeKeeping()
    var actions: [HostAction] = []

    /// Creates a container for one ad; it is not reused.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        layout = configuration.layout
        currentPosition = configuration.layout.defaultPosition
        surroundings = Surroundings(configuration)
        pages = [.first: PageRecord()]
    }

    /// Call this once, when the page begins to load. It shows the close region of an interstitial and starts the time
    /// limit for loading.
    public mutating func started(at now: Duration) -> [HostAction] {
        advance(to: now)
        pages[.first]?.askedAt = clock.now
        return finish()
    }

    /// Handles a message that the page posted, as JSON. Any text is safe; a message that cannot be understood gets an
    /// error event.
    public mutating func received(_ text: String, from page: Page, at now: Duration) -> [HostAction] {
        advance(to: now)
        guard !isFinished, pages[page] != nil, isAdmitted(page) else { return finish() }
        let envelope = Envelope(parsing: text, limits: configuration.limits)
        pages[page]?.isAwake = true
        pages[page]?.answered = envelope.id
        switch envelope.content {
        case .success(let message): execute(message, from: page)
        case .failure(let problem):
            report(problem, to: page)
            if let command = Command(rawValue: problem.action) { refuse(command, from: page) }
        }
        return finish()
    }

    /// Handles a message that is already parsed.
    public mutating func received(_ message: Message, from page: Page, at now: Duration) -> [HostAction] {
        advance(to: now)
        guard !isFinished, pages[page] != nil else { return finish() }
        pages[page]?.isAwake = true
        execute(message, from: page)
        return finish()
    }

    /// Handles an event around the ad.
    public mutating func received(_ event: HostEvent, at now: Duration) -> [HostAction] {
        advance(to: now)
        if !isFinished { handle(event) }
        return finish()
    }
}
