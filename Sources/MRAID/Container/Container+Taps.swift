extension Container {
    /// Something that needs a tap.
    enum Wish: Hashable, Sendable {
        case message(Message)
        case navigation(NavigationPolicy.Request)
    }

    /// A wish that came without a tap, and until when it waits for one.
    struct WaitingWish: Hashable, Sendable {
        var wish: Wish
        var until: Duration
    }

    /// The most wishes of a page that wait at once. More than one comes when an ad acts at `touchstart` and at `pointerdown`.
    static var maximumWaiting: Int { 8 }

    /// Whether a tap on the page allows the wish, which uses the tap up. Without one the wish waits, since ads act when a
    /// finger comes down and a tap is known when it is lifted.
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

    /// Takes a tap and gives it to the first wish that waits and may have it.
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
