import MarqueeCore
import MarqueeWire

/// The state of a presented hub.
struct PresentationState: Sendable {
    /// One visit to one page.
    struct Visit: Sendable {
        let page: HubPage
        let item: ContentItem
        let words: Int?
        var meter: ReadingMeter?
        /// The refusals that were already reported, each as its trigger and address.
        var refused: Set<String> = []
        /// The videos that were already reported.
        var played: Set<String> = []

        var isRendered: Bool { meter != nil }
    }

    /// The time from showing the hub to its dismissal. A hub that is presented again begins a new stay.
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
    /// `nil` until the hub has content.
    var source: PageSource?
    var history = NavigationHistory()
    var visit: Visit?
    var visits = 0
    /// The pages whose tags were already counted in this presented hub.
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
