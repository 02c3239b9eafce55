/// What the server waits for on a connection, and for how long.
///
/// A state machine: events in, an action out. ``PaceHandler`` has the clock and the socket.
///
/// Without it, a client that sends nothing, sends its request byte by byte or does not read its answer would hold a
/// connection for ever, and the number of connections is limited.
struct ConnectionPace {
    /// What the server waits for.
    enum Wait: Hashable {
        /// The complete head of the first request.
        case head
        /// The complete head of a later request.
        case nextHead
        /// The rest of the request with this number.
        case body(Int)
        /// Room in the socket: the client has to read its answer.
        case drain
        /// The answer of the request's reader to a body that did not arrive.
        case refusal
        /// Time for the client to read the answer to a request that the server did not read to its end.
        case lingering
    }

    enum Action: Equatable {
        case none
        /// Cancels the running timer, and starts one for this wait if there is one.
        case wait(Wait?)
        /// Reports to the request's reader that the rest of the body will not arrive.
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
        // A malformed request gets an answer too, although it was never counted as in progress.
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
        // The reader answers with 408. If it is not reading, the connection gets the same time once more and then ends.
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
