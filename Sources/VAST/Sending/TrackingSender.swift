/// Requests tracking addresses, and repeats a request if the server cannot have counted it.
///
/// If a server answers, it has counted the request or refuses to, so the request is not repeated. If a server cannot be
/// reached or is out of order, the request is repeated after each of ``pauses``, by default three times.
///
/// Pending requests are only in memory. An app that must send them after a restart keeps the addresses until
/// ``send(_:)`` returns.
public struct TrackingSender: Sendable {
    /// The result of one attempt.
    public enum Answer: Sendable, Hashable {
        /// The status of the server's answer after redirects.
        case status(Int)
        /// There was no connection, or it broke before the answer.
        case failure
        /// The request was not made: the ``AddressPolicy`` refuses the address.
        case refused

        /// Whether another attempt may help: there was no answer, or the status names a temporary problem.
        public var mayPass: Bool {
            switch self {
            case .failure: true
            case .refused: false
            case .status(let status): status == 408 || status == 429 || 500..<600 ~= status
            }
        }
    }

    /// The result for an address after all attempts.
    public struct Delivery: Sendable, Hashable {
        /// The number of attempts, at least 1; 0 for an address that was refused.
        public let attempts: Int
        /// The last answer. A failure or a status of 5xx means that the address was given up.
        public let answer: Answer
    }

    /// The default waits before the second and later attempts.
    public static let standardPauses: [Duration] = [.seconds(1), .seconds(5), .seconds(30)]

    /// The waits between attempts; there are as many repetitions as waits.
    public let pauses: [Duration]
    /// The allowed addresses.
    public let addresses: AddressPolicy
    let stopwatch: Stopwatch
    private let request: @Sendable (String) async -> Answer

    /// Creates a sender.
    /// - Parameters:
    ///   - stopwatch: measures the waits.
    ///   - pauses: the wait before each further attempt, in order.
    ///   - addresses: the allowed addresses.
    ///   - request: makes one attempt, with its own time-out. The body of the answer is not needed.
    public init(
        stopwatch: Stopwatch, pauses: [Duration] = Self.standardPauses, addresses: AddressPolicy = .web,
        request: @escaping @Sendable (String) async -> Answer
    ) {
        self.stopwatch = stopwatch
        self.pauses = pauses
        self.addresses = addresses
        self.request = request
    }

    /// Requests an address until it is answered or given up. A cancelled task makes no further attempts.
    @discardableResult public func send(_ address: String) async -> Delivery {
        guard let url = URLTemplate(address), addresses.admits(url) else {
            return Delivery(attempts: 0, answer: .refused)
        }
        var answer = await request(address)
        var attempts = 1
        for pause in pauses where answer.mayPass {
            do { try await stopwatch.sleep(for: pause) } catch { break }
            answer = await request(address)
            attempts += 1
        }
        return Delivery(attempts: attempts, answer: answer)
    }

    /// The number of parallel requests.
    private static let width = 32

    /// Starts requesting addresses, 32 in parallel, and returns at once.
    /// - Returns: a task with the result for each address, in order.
    @discardableResult public func begin(_ addresses: [String]) -> Task<[Delivery], Never> {
        Task {
            await withTaskGroup(of: (Int, Delivery).self) { group in
                var waiting = addresses.indices[...]
                func next() {
                    guard let index = waiting.popFirst() else { return }
                    group.addTask { (index, await send(addresses[index])) }
                }
                for _ in 0..<Self.width { next() }
                var deliveries: [Int: Delivery] = [:]
                for await (index, delivery) in group {
                    deliveries[index] = delivery
                    next()
                }
                return addresses.indices.compactMap { deliveries[$0] }
            }
        }
    }

    /// Starts reporting the errors of a resolution, and returns at once.
    /// - Parameters:
    ///   - pings: the pings of the resolution.
    ///   - macros: returns the values of macros; called for each request.
    @discardableResult public func begin(
        _ pings: [ErrorPing], macros: () -> MacroValues
    ) -> Task<[Delivery], Never> {
        begin(pings.map { $0.address(with: macros()) })
    }
}
