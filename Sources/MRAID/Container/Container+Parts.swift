extension Container {
    /// What the ad set.
    struct Properties {
        var expand = ExpandProperties()
        var resize: ResizeProperties?
        var orientation = OrientationProperties()
        /// Whether the last `setResizeProperties` was refused with an error: `resize()` does not report that cause again.
        var resizeFaultIsReported = false
    }

    /// A change of place that the host was asked for and has not confirmed.
    struct Transition: Hashable {
        var target: ViewState
        var frame: Rectangle
        var closePosition = ClosePosition.topRight
        /// Whether the ad draws its own close indicator when it is there.
        var usesCustomClose = false
        var page: Page
        /// When the host is late.
        var due: Duration
    }

    /// What the container knows of one page.
    struct PageRecord {
        /// Since when the page is loading.
        var askedAt: Duration?
        var isLoaded = false
        /// Whether the page was ready: `ready` was sent.
        var isReady = false
        /// Whether the page's script is known to run, by a message or by having loaded.
        var isAwake = false
        /// The values that the page was last sent; nil for none since it woke.
        var pushed: [String: ScriptValue]?
        var events: [ScriptEvent] = []
        var answered = 0
        /// The last tap, until something used it up.
        var lastTap: Duration?
        var waiting: [WaitingWish] = []
        var reported = Exposure.none
        var isViewable = false
        var listens: Set<EventName> = []
        var owed: [ScriptEvent] = []
        var sentExposure: Exposure?
        var exposureSentAt = Duration.zero
        var mustPush: Set<String> = []
        var second = (start: Duration.zero, count: 0)
    }

    /// What is around the ad.
    struct Surroundings {
        var features: Set<Feature>
        var appOrientation: AppOrientation
        var location: Location?
        var volume: Double?
        var isForeground = true
        var covers = 0
        /// How many videos the native player has not ended yet.
        var videos = 0

        init(_ configuration: Configuration) {
            features = configuration.features
            appOrientation = configuration.appOrientation
        }

        var isSeen: Bool { isForeground && covers == 0 && videos == 0 }
    }

    /// What the host was last told to present.
    struct Presented {
        var closeRegion: CloseRegion?
        var orientation: OrientationProperties?
        var closePosition = ClosePosition.topRight
        /// Whether the ad draws its own close indicator at present.
        var usesCustomClose = false
        var announcedSize: Size?
        var sentVolume: Double??
    }

    /// The container's sense of time.
    struct TimeKeeping {
        var now = Duration.zero
        /// The moment that the host was last asked to wake the container at.
        var wakeAt: Duration?
    }

    /// The state that the ad will have when all that was asked of the host is done.
    var comingState: ViewState { transitions.last?.target ?? state }

    /// Counts the page's messages by the second; false for one too many.
    mutating func isAdmitted(_ page: Page) -> Bool {
        guard var record = pages[page] else { return false }
        if record.second.count == 0 || clock.now - record.second.start >= .seconds(1) {
            record.second = (clock.now, 0)
        }
        record.second.count += 1
        let limit = configuration.limits.messagesPerSecond
        if record.second.count - 1 == limit {
            record.events.append(
                Problem("More than \(limit) messages in a second: the rest are dropped", action: "message").event)
        }
        pages[page] = record
        return record.second.count <= limit
    }

    mutating func report(_ problem: Problem, to page: Page) {
        pages[page]?.events.append(problem.event)
    }

    mutating func report(_ message: String, _ command: Command, to page: Page) {
        report(Problem(message, command), to: page)
    }

    mutating func note(_ message: String, _ command: Command) {
        actions.append(.note(Problem(message, command)))
    }

    /// Sends an event to every page that was ready before.
    mutating func announce(_ event: ScriptEvent) {
        for page in Page.allCases where pages[page]?.isReady == true {
            pages[page]?.events.append(event)
        }
    }
}

extension Problem {
    var event: ScriptEvent { ScriptEvent(.error, [.text(message), .text(action)]) }
}
