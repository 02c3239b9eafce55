/// What a connection's client owes the server, and how long it has for it.
///
/// Events in, an instruction out; the clock and the socket are ``PaceHandler``'s.
///
/// A client that says nothing, sends its request byte by byte or does not take its answer would otherwise hold a
/// connection for ever, and there are only so many of them.
struct ConnectionPace {
    /// What is being waited for.
    enum Wait: Hashable {
        /// The first request's head, complete.
        case head
        /// The head of a request after another one, complete.
        case nextHead
        /// The rest of the request with this number.
        case body(Int)
        /// Room in the socket: the client has to take what it asked for.
        case drain
        /// The reader's own answer to a body that did not come.
        case refusal
        /// The client may still read the answer to a request that was not read to its end.
        case lingering
    }

    enum Action: Equatable {
        case none
        /// Forgets the running timer, and starts one for this if there is something to wait for.
        case wait(Wait?)
        /// Tells the request's reader that the rest will not come.
        case failBody
        case close
    }

    private(set) var waiting: Wait?
    private var requests = 0
    private var inProgress = 0
    private var isReceiving = false
    private var isBlocked = false
    private var isRefused = false
    private var isLingering = false
    private var closesAfterAnswer = false

    mutating func connected() -> Action { update() }

    mutating func headReceived() -> Action {
        requests += 1
        inProgress += 1
        isReceiving = true
        return update()
    }

    mutating func requestEnded() -> Action {
        isReceiving = false
        return isLingering ? .close : update()
    }

    /// - Parameter closes: whether the answer's head announced that the connection ends with it.
    mutating func answerBegan(closes: Bool) { closesAfterAnswer = closes }

    mutating func answerEnded() -> Action {
        // What is no request is answered too, and was none in progress.
        inProgress = max(0, inProgress - 1)
        if isReceiving {
            isLingering = true
            return update()
        }
        return closesAfterAnswer && inProgress == 0 ? .close : update()
    }

    mutating func writabilityChanged(isWritable: Bool) -> Action {
        isBlocked = !isWritable
        return update()
    }

    mutating func timeRanOut() -> Action {
        guard case .body = waiting else { return .close }
        // The reader answers with 408. Should it not be reading, the connection has as long again and no longer.
        isRefused = true
        waiting = .refusal
        return .failBody
    }

    private mutating func update() -> Action {
        let next: Wait? =
            if isLingering { .lingering } else if isRefused { .refusal } else if isReceiving {
                .body(requests)
            } else if isBlocked { .drain } else if inProgress > 0 { nil } else {
                requests == 0 ? .head : .nextHead
            }
        guard next != waiting else { return .none }
        waiting = next
        return .wait(next)
    }
}
