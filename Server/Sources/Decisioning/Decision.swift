public import Foundation

/// Who asks, and what is known of the subject and its device.
public struct DecisionRequest: Sendable, Hashable {
    /// Attributes by name.
    public var attributes: [String: Condition.Value]
    /// What the device can do.
    public var capabilities: Set<String>
    /// Whether the request comes from a test device: targeting and caps are reported, but do not keep a candidate back.
    public var isTest: Bool

    /// A request.
    public init(
        _ attributes: [String: Condition.Value] = [:], capabilities: Set<String> = [], isTest: Bool = false
    ) {
        self.attributes = attributes
        self.capabilities = capabilities
        self.isTest = isTest
    }
}

/// How often a candidate was shown, as far as its caps ask.
public struct CapCounters: Sendable {
    /// One cap of one candidate.
    public struct Key: Sendable, Hashable {
        /// The candidate's id.
        public var candidate: String
        /// The cap.
        public var cap: Cap

        /// A cap of a candidate.
        public init(_ candidate: String, _ cap: Cap) {
            self.candidate = candidate
            self.cap = cap
        }
    }

    private let counts: [Key: Int]

    /// A cap that is not named counts 0 showings.
    public init(_ counts: [Key: Int] = [:]) {
        self.counts = counts
    }

    func count(_ candidate: String, _ cap: Cap) -> Int { counts[Key(candidate, cap), default: 0] }
}

/// Why a candidate was not chosen.
public enum Refusal: Sendable, Hashable {
    /// Its editors stopped it.
    case paused
    /// It is not shown before this moment.
    case notStarted(Date)
    /// It is no longer shown since this moment.
    case ended(Date)
    /// It is not shown at this time of the week.
    case outsideHours
    /// The device cannot do this.
    case missingCapability(String)
    /// This condition does not hold.
    case condition(Condition)
    /// This cap is reached.
    case capped(Cap)
    /// Another candidate of a better priority is shown.
    case behind(String)
    /// Another candidate of the same priority had its turn.
    case outdrawn(String)
}

/// What is shown, and why nothing else is.
public struct Decision: Sendable, Hashable {
    /// One candidate that was not chosen.
    public struct Loser: Sendable, Hashable {
        /// The candidate's id.
        public let candidate: String
        /// The first reason, in the order of ``Refusal``'s cases.
        public let refusal: Refusal
    }

    /// The id of the chosen candidate; `nil` if none may be shown.
    public let chosen: String?
    /// Every other candidate with its reason, in the catalogue's order.
    public let losers: [Loser]
    /// The reasons that did not count, because a test device asks: targeting and caps of the chosen candidate.
    public let overlooked: [Refusal]
}

/// Chooses a candidate. The same arguments always give the same decision.
/// - Parameters:
///   - request: who asks.
///   - catalogue: the candidates of a place; ids are unique.
///   - counters: how often they were shown.
///   - now: the moment of the decision.
///   - seed: shares turns among candidates of the same priority. The same seed and candidates give the same turn, so that
///     a seed made of the subject keeps a subject with what it has seen.
public func decide(
    _ request: DecisionRequest, catalogue: [Candidate], counters: CapCounters = CapCounters(), now: Date, seed: UInt64
) -> Decision {
    var clock = WeekClock(now)
    var refusals: [Refusal?] = []
    refusals.reserveCapacity(catalogue.count)
    for candidate in catalogue { refusals.append(refusal(of: candidate, request, counters, &clock)) }
    let eligible = catalogue.indices.filter { refusals[$0] == nil }
    let best = eligible.map { catalogue[$0].priority }.min()
    let winner = eligible.filter { catalogue[$0].priority == best }
        .min { turn(catalogue[$0], seed) < turn(catalogue[$1], seed) }
    guard let winner else {
        return Decision(chosen: nil, losers: losers(catalogue, refusals), overlooked: [])
    }
    let chosen = catalogue[winner]
    for index in eligible where index != winner {
        refusals[index] = catalogue[index].priority == best ? .outdrawn(chosen.id) : .behind(chosen.id)
    }
    let overlooked = request.isTest ? bounds(of: chosen, request, counters) : []
    return Decision(chosen: chosen.id, losers: losers(catalogue, refusals), overlooked: overlooked)
}

private func losers(_ catalogue: [Candidate], _ refusals: [Refusal?]) -> [Decision.Loser] {
    zip(catalogue, refusals).compactMap { candidate, refusal in
        refusal.map { Decision.Loser(candidate: candidate.id, refusal: $0) }
    }
}

private func refusal(
    of candidate: Candidate, _ request: DecisionRequest, _ counters: CapCounters, _ clock: inout WeekClock
) -> Refusal? {
    if candidate.isPaused { return .paused }
    if let refusal = candidate.schedule.refusal(&clock) { return refusal }
    if let missing = candidate.capabilities.subtracting(request.capabilities).min() {
        return .missingCapability(missing)
    }
    return request.isTest ? nil : bounds(of: candidate, request, counters).first
}

/// The conditions that do not hold, and the caps that are reached.
private func bounds(of candidate: Candidate, _ request: DecisionRequest, _ counters: CapCounters) -> [Refusal] {
    let conditions = candidate.conditions.filter { !$0.holds(for: request.attributes[$0.attribute]) }
    let caps = candidate.caps.filter { counters.count(candidate.id, $0) >= $0.limit }
    return conditions.map(Refusal.condition) + caps.map(Refusal.capped)
}

/// A lower number has its turn. Weighted rendezvous hashing: the others keep their turns when a candidate comes or goes.
private func turn(_ candidate: Candidate, _ seed: UInt64) -> Double {
    var word = seed ^ 0xCBF2_9CE4_8422_2325
    for byte in candidate.id.utf8 { word = (word ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    let drawn = (Double(word >> 11) + 0.5) / 9_007_199_254_740_992
    return candidate.weight > 0 ? -Foundation.log(drawn) / candidate.weight : .infinity
}
