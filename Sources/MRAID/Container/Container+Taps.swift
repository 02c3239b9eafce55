extension Container {
    /// A request that needs a tap.
    enum Wish: Hashable, Sendable {
        case message(Message)
        case navigation(NavigationPolicy.Request)
    }

    /// A request that came without a tap, with the time until which it waits for one.
    struct WaitingWish: Hashable, Sendable {
        var wish: Wish
        var until: Duration
    }

    /// The largest number of requests of one page that wait at once. An ad that acts on both `touchstart` and
    /// `pointerdown` sends more than one.
    static var maximumWaiting: Int { 8 }

    /// Whether a tap on the page allows the request. A successful request uses the tap up. Without a tap the request
    /// waits, because ads act when a finger comes down and the tap is known only when it is lifted.
    mutating func takeTap(for wish: Wish, from page: Page) -> Bool {
        guard case .needed(let window, let patience) = configuration.tapRule else { return true }
        if let tap = pages[page]?.lastTap, clock.now - tap <= window {
            pages[page]?.lastTap = nil
            return true
        }
        if patience > .zero, let count = pages[page]?.waiting.count, count < Self.maximumWaiting {
            pages[page]?.waiting.append(WaitingWish(wish: wish, until: clock.now + patience))
        } else {
            refuse(wish, from: page)
        }
        return false
    }

    /// Records a tap and gives it to the first waiting request that is allowed.
    mutating func tapped(_ page: Page) {
        refuseOverdueWishes()
        guard let waiting = pages[page]?.waiting else { return }
        pages[page]?.lastTap = clock.now
        pages[page]?.waiting = []
        for (index, next) in waiting.enumerated() {
            guard !isFinished, pages[page] != nil else { return }
            guard pages[page]?.lastTap != nil else {
                pages[page]?.waiting += waiting[index...]
                return
            }
            switch next.wish {
            case .message(let message): obey(message, from: page)
            case .navigation(let request): leadOut(request, from: page)
            }
        }
    }

    mutating func refuseOverdueWishes() {
        for page in Page.allCases {
            guard let waiting = pages[page]?.waiting, !waiting.isEmpty else { continue }
            pages[page]?.waiting = waiting.filter { $0.until > clock.now }
            for overdue in waiting where overdue.until <= clock.now { refuse(overdue.wish, from: page) }
        }
    }

    private mutating func refuse(_ wish: Wish, from page: Page) {
        switch wish {
        case .message(let message):
            report("\(message.command.rawValue) needs a tap of the user", message.command, to: page)
        case .navigation: noteNavigation(Refusal.noGesture.message)
        }
    }
}
