extension Container {
    /// A request that needs a tap.
    enum TapRequest: Hashable, Sendable {
        case message(Message)
        case navigation(NavigationPolicy.Request)
    }

    /// A request that came without a tap, with the time until which it waits for one.
    struct WaitingRequest: Hashable, Sendable {
        var request: TapRequest
        var until: Duration
    }

    /// The largest number of requests of one page that wait at once. An ad that acts on both `touchstart` and
    /// `pointerdown` sends more than one.
    static var maximumWaiting: Int { 8 }

    /// Whether a tap on the page allows the request. A successful request uses the tap up. Without a tap the request
    /// waits, because ads act when a finger comes down and the tap is known only when it is lifted.
    mutating func consumeTap(for request: TapRequest, from page: Page) -> Bool {
        guard case .needed(let window, let patience) = configuration.tapRule else { return true }
        if let tap = pages[page]?.lastTap, clock.now - tap <= window {
            pages[page]?.lastTap = nil
            return true
        }
        if patience > .zero, let count = pages[page]?.waiting.count, count < Self.maximumWaiting {
            pages[page]?.waiting.append(WaitingRequest(request: request, until: clock.now + patience))
        } else {
            refuse(request, from: page)
        }
        return false
    }

    /// Records a tap and gives it to the first waiting request that is allowed.
    mutating func tapped(_ page: Page) {
        refuseOverdueRequests()
        guard let waiting = pages[page]?.waiting else { return }
        pages[page]?.lastTap = clock.now
        pages[page]?.waiting = []
        for (index, next) in waiting.enumerated() {
            guard !isFinished, pages[page] != nil else { return }
            guard pages[page]?.lastTap != nil else {
                pages[page]?.waiting += waiting[index...]
                return
            }
            switch next.request {
            case .message(let message): execute(message, from: page)
            case .navigation(let request): leadOut(request, from: page)
            }
        }
    }

    mutating func refuseOverdueRequests() {
        for page in Page.allCases {
            guard let waiting = pages[page]?.waiting, !waiting.isEmpty else { continue }
            pages[page]?.waiting = waiting.filter { $0.until > clock.now }
            for overdue in waiting where overdue.until <= clock.now { refuse(overdue.request, from: page) }
        }
    }

    private mutating func refuse(_ request: TapRequest, from page: Page) {
        switch request {
        case .message(let message):
            report("\(message.command.rawValue) needs a tap by the user", message.command, to: page)
        case .navigation: logNavigation(LinkPolicy.Refusal.noGesture.message)
        }
    }
}
