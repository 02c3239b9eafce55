/// Asks for addresses that count something, and again where nobody could have counted.
///
/// A server that answered has counted, or refuses to: it is not asked a second time. One that was not reached, or is
/// out of order, is asked again after each of ``pauses``: three times, if nothing else is said.
///
/// What is on its way lives in memory. An app that has to outlive itself keeps the addresses until
/// ``send(_:)`` returns.
public struct TrackingSender: Sendable {
    /// What came of one attempt.
    public enum Answer: Sendable, Hashable {
        /// The status of the server's answer, redirects followed.
        case status(Int)
        /// No connection, or none that held until the answer.
        case failure
        /// Nobody was asked: the address may not leave, see ``AddressPolicy``.
        case refused

        /// Whether asking again may help: nobody answered, or the answer says that it is a matter of time.
        public var mayPass: Bool {
            switch self {
            case .failure: true
            case .refused: false
            case .status(let status): status == 408 || status == 429 || 500..<600 ~= status
            }
        }
    }

    /// How often an address was asked for, and what the last answer was.
    public struct Delivery: Sendable, Hashable {
        /// From 1 to one more than there are pauses; 0 for an address that was refused.
        public let attempts: Int
        /// The last answer; a failure or a 5xx here means that the address was given up.
        public let answer: Answer
    }

    /// How long is waited before the second attempt, the third, and so on.
    public static let standardPauses: [Duration] = [.seconds(1), .seconds(5), .seconds(30)]

    /// The waits between attempts; as many as there are retries.
    public let pauses: [Duration]
    /// Which addresses are asked for.
    public let addresses: AddressPolicy
    let stopwatch: Stopwatch
    private let request: @Sendable (String) async -> Answer

    /// Makes a sender.
    /// - Parameters:
    ///   - stopwatch: what waits.
    ///   - pauses: the wait before each further attempt, in order.
    ///   - addresses: which addresses are asked for.
    ///   - request: one attempt, with a deadline of its own; its body is of no interest.
    public init(
        stopwatch: Stopwatch, pauses: [Duration] = Self.standardPauses, addresses: AddressPolicy = .web,
        request: @escaping @Sendable (String) async -> Answer
    ) {
        self.stopwatch = stopwatch
        self.pauses = pauses
        self.addresses = addresses
        self.request = request
    }

    /// Asks for an address until it is answered or given up. A cancelled task makes no further attempt.
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

    /// How many addresses are asked for at the same time.
    private static let width = 32

    /// Begins to ask for addresses, 32 side by side, and returns at once.
    /// - Returns: what came of each, in their order.
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

    /// Begins to tell servers what went wrong in a resolution, and returns at once.
    /// - Parameters:
    ///   - pings: of a resolution.
    ///   - macros: what is known when an address is requested, asked for again for each one.
    @discardableResult public func begin(
        _ pings: [ErrorPing], macros: () -> MacroValues
    ) -> Task<[Delivery], Never> {
        begin(pings.map { $0.address(with: macros()) })
    }
}
