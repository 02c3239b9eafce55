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
///   - catalogue: the candidates of a place.
///   - skipping: candidates that are left out, as if the catalogue did not have them.
///   - counters: how often the candidates were shown, made with this catalogue; `nil` for never.
///   - now: the moment of the decision.
///   - seed: shares turns among candidates of the same priority. The same seed and candidates give the same turn, so that
///     a seed made of the subject keeps a subject with what it has seen.
public func decide(
    _ request: DecisionRequest, catalogue: Catalogue, skipping: Set<String> = [],
    counters: CapCounters? = nil, now: Date, seed: UInt64
) -> Decision {
    let hurdles = Hurdles(request, catalogue, counters ?? CapCounters(catalogue) { _, _ in 0 }, now)
    let candidates = catalogue.candidates
    let asked = candidates.indices.filter { skipping.isEmpty || !skipping.contains(candidates[$0].id) }
    var refusals = asked.map(hurdles.refusal)
    let eligible = asked.indices.filter { refusals[$0] == nil }
    let best = eligible.map { candidates[asked[$0]].priority }.min()
    let winner = drawn(
        eligible.lazy.map { asked[$0] }.filter { candidates[$0].priority == best }, of: catalogue, seed: seed)
    if let winner {
        for index in eligible where asked[index] != winner {
            let isOutdrawn = candidates[asked[index]].priority == best
            refusals[index] = isOutdrawn ? .outdrawn(candidates[winner].id) : .behind(candidates[winner].id)
        }
    }
    let losers = zip(asked, refusals).compactMap { place, refusal in
        refusal.map { Decision.Loser(candidate: candidates[place].id, refusal: $0) }
    }
    return Decision(
        chosen: winner.map { candidates[$0].id }, losers: losers,
        overlooked: request.isTest ? winner.map(hurdles.overlooked) ?? [] : [])
}

/// The candidate that ``decide(_:catalogue:skipping:counters:now:seed:)`` chooses. Without the reasons against the others,
/// those behind it are not looked at, which takes a fraction of the time.
/// - Parameters:
///   - request: who asks.
///   - catalogue: the candidates of a place.
///   - skipping: candidates that are left out.
///   - counters: how often the candidates were shown, made with this catalogue; `nil` for never.
///   - now: the moment of the decision.
///   - seed: shares turns among candidates of the same priority.
/// - Returns: the candidate's id; `nil` if none may be shown.
public func choose(
    _ request: DecisionRequest, catalogue: Catalogue, skipping: Set<String> = [],
    counters: CapCounters? = nil, now: Date, seed: UInt64
) -> String? {
    let hurdles = Hurdles(request, catalogue, counters ?? CapCounters(catalogue) { _, _ in 0 }, now)
    for rank in catalogue.ranks {
        let eligible = rank.lazy.filter { place in
            (skipping.isEmpty || !skipping.contains(catalogue.candidates[place].id))
                && hurdles.refusal(of: place) == nil
        }
        if let winner = drawn(eligible, of: catalogue, seed: seed) { return catalogue.candidates[winner].id }
    }
    return nil
}

/// Which of some candidates of one priority has its turn.
private func drawn(_ places: some Sequence<Int>, of catalogue: Catalogue, seed: UInt64) -> Int? {
    places.lazy.map { (place: $0, turn: turn(catalogue.candidates[$0], seed)) }.min { $0.turn < $1.turn }?.place
}

/// What keeps candidates back.
private struct Hurdles {
    private let request: DecisionRequest
    private let catalogue: Catalogue
    private let counters: CapCounters
    private let now: Date
    /// Of each of the catalogue's attributes.
    private let values: [Condition.Value?]
    /// In each of the catalogue's time zones.
    private let times: [WeekTime]

    init(_ request: DecisionRequest, _ catalogue: Catalogue, _ counters: CapCounters, _ now: Date) {
        (self.request, self.catalogue, self.counters, self.now) = (request, catalogue, counters, now)
        values = catalogue.attributes.map { request.attributes[$0] }
        times = catalogue.timeZones.map { WeekTime(now, in: $0) }
    }

    /// The first reason against a candidate; `nil` for one that may be shown.
    func refusal(of place: Int) -> Refusal? {
        if catalogue.candidates[place].isPaused { return .paused }
        let time = catalogue.zones[place].map { times[$0] }
        if let refusal = catalogue.candidates[place].schedule.refusal(at: now, time) { return refusal }
        if !catalogue.candidates[place].capabilities.isSubset(of: request.capabilities) {
            let missing = catalogue.candidates[place].capabilities.subtracting(request.capabilities).min()
            return missing.map(Refusal.missingCapability)
        }
        if request.isTest { return nil }
        for (number, attribute) in catalogue.conditions[place].enumerated()
        where !catalogue.candidates[place].conditions[number].holds(for: values[attribute]) {
            return .condition(catalogue.candidates[place].conditions[number])
        }
        return counters.reached(place, of: catalogue).map(Refusal.capped)
    }

    /// The conditions that do not hold, and the caps that are reached.
    func overlooked(_ place: Int) -> [Refusal] {
        let conditions = zip(catalogue.candidates[place].conditions, catalogue.conditions[place])
            .filter { !$0.holds(for: values[$1]) }.map { Refusal.condition($0.0) }
        return conditions + counters.allReached(place, of: catalogue).map(Refusal.capped)
    }
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
