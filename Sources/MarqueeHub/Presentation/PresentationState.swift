import MarqueeCore
import MarqueeWire

/// Everything that changes in a presented hub.
struct PresentationState: Sendable {
    /// One visit to one page.
    struct Visit: Sendable {
        let page: HubPage
        let item: ContentItem
        let words: Int?
        var meter: ReadingMeter?
        /// What was already reported as refused: what asked, and the address.
        var refused: Set<String> = []
        /// What was already reported as played.
        var played: Set<String> = []

        var isRendered: Bool { meter != nil }
    }

    /// One stay on screen.
    struct Stay: Sendable {
        let recorder: BehaviourRecorder
        let began: Duration
        var isReported = false
        var isFailed = false
        var fraction = 0.0
    }

    let colorScheme: Hub.ColorScheme
    let showsLogo: Bool
    var stay: Stay
    /// `nil` while the hub is not on screen.
    var queue: HubQueue?
    /// `nil` until there is content.
    var source: PageSource?
    var history = NavigationHistory()
    var visit: Visit?
    var visits = 0
    /// Pages whose tags were counted in this session.
    var counted: Set<ContentURI> = []
    var lastStep: Duration?
    var outcome = Outcome.pending

    enum Outcome: Sendable {
        case pending
        case awaited(CheckedContinuation<Result<Void, HubError>, Never>)
        case settled(Result<Void, HubError>)
    }

    init(colorScheme: Hub.ColorScheme, showsLogo: Bool, stay: Stay, queue: HubQueue) {
        self.colorScheme = colorScheme
        self.showsLogo = showsLogo
        self.stay = stay
        self.queue = queue
    }

    var controls: HubControls {
        HubControls(
            canGoBack: history.canGoBack, canGoForward: history.canGoForward, title: visit?.page.title ?? "",
            showsLogo: showsLogo,
            colorScheme: colorScheme, mode: stay.recorder.mode)
    }
}
