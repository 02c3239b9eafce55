extension Container {
    /// The properties that the ad set.
    struct Properties {
        var expand = ExpandProperties()
        var resize: ResizeProperties?
        var orientation = OrientationProperties()
        /// Whether the last `setResizeProperties` was refused with an error. `resize()` does not report the same cause
        /// again.
        var resizeFaultIsReported = false
    }

    /// A change of place that the host has been asked for and has not confirmed.
    struct Transition: Hashable {
        var target: State
        var frame: Rectangle
        var closePosition = ClosePosition.topRight
        /// Whether the ad draws its own close indicator in the new place.
        var usesCustomClose = false
        var page: Page
        /// The time limit for the host's answer.
        var due: Duration
    }

    /// What the container knows about one page.
    struct PageRecord {
        /// When the page began to load.
        var askedAt: Duration?
        var isLoaded = false
        /// Whether `ready` was sent to the page.
        var isReady = false
        /// Whether the page's script is known to run: it posted a message, or the page has loaded.
        var isAwake = false
        /// The values last sent to the page; nil until the first ones are sent.
        var pushed: [String: ScriptValue]?
        var events: [ScriptEvent] = []
        var answered = 0
        /// The last tap that no request has used.
        var lastTap: Duration?
        var waiting: [WaitingRequest] = []
        var reported = Exposure.none
        var isViewable = false
        var listenedEvents: Set<ScriptEvent.Name> = []
        var firstCalls: [ScriptEvent] = []
        var sentExposure: Exposure?
        var exposureSentAt = Duration.zero
        var mustPush: Set<String> = []
        var currentSecond = (start: Duration.zero, count: 0)
    }

    /// The state of the device and the app around the ad.
    struct Surroundings {
        var features: Set<Feature>
        var appOrientation: AppOrientation
        var location: Location?
        var volume: Double?
        var isForeground = true
        var covers = 0
        /// The number of videos that the native player has not ended yet.
        var videos = 0

        init(_ configuration: Configuration) {
            features = configuration.features
            appOrientation = configuration.appOrientation
        }

        var isSeen: Bool { isForeground && covers == 0 && videos == 0 }
    }

    /// The presentation that the host was last asked for.
    struct Presented {
        var closeRegion: CloseRegion?
        var orientation: OrientationProperties?
        var closePosition = ClosePosition.topRight
        /// Whether the ad draws its own close indicator now.
        var usesCustomClose = false
        var announcedSize: Size?
        var sentVolume: Double??
    }

    /// The container's clock.
    struct TimeKeeping {
        var now = Duration.zero
        /// The time of the last wake that was requested.
        var wakeAt: Duration?
    }

    /// The state of the ad after the host has completed every requested change.
    var comingState: State { transitions.last?.target ?? state }

    /// Counts the page's messages per second. Returns false for a message over the limit.
    mutating func isAdmitted(_ page: Page) -> Bool {
        guard var record = pages[page] else { return false }
        if record.currentSecond.count == 0 || clock.now - record.currentSecond.start >= .seconds(1) {
            record.currentSecond = (clock.now, 0)
        }
        record.currentSecond.count += 1
        let limit = configuration.limits.messagesPerSecond
        if record.currentSecond.count - 1 == limit {
            record.events.append(
                Problem("More than \(limit) messages in a second: the rest are dropped", action: "message").event)
        }
        pages[page] = record
        return record.currentSecond.count <= limit
    }

    mutating func report(_ problem: Problem, to page: Page) {
        pages[page]?.events.append(problem.event)
    }

    mutating func report(_ message: String, _ command: Command, to page: Page) {
        report(Problem(message, command), to: page)
    }

    mutating func logProblem(_ message: String, _ command: Command) {
        actions.append(.logProblem(Problem(message, command)))
    }

    /// Sends an event to every page that is ready.
    mutating func announce(_ event: ScriptEvent) {
        for page in Page.allCases where pages[page]?.isReady == true {
            pages[page]?.events.append(event)
        }
    }
}

extension Container.Problem {
    var event: ScriptEvent { ScriptEvent(.error, [.text(message), .text(action)]) }
}
