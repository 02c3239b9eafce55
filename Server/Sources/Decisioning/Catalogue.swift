import Foundation

/// The candidates of a place, with what many decisions would work out again and again.
public struct Catalogue: Sendable {
    /// In the order of the losers of a decision; ids are unique.
    public let candidates: [Candidate]
    /// The places of the candidates, those of one priority together, the best priority first.
    let ranks: [[Int]]
    /// Every attribute that a condition names, once.
    let attributes: [String]
    /// Of each candidate, the places of its conditions' attributes in ``attributes``.
    let conditions: [[Int]]
    /// Every time zone in which hours are given, once.
    let timeZones: [TimeZone]
    /// Of each candidate, the place of its time zone in ``timeZones``; `nil` for one that is shown at any time.
    let zones: [Int?]
    /// Of each candidate, the place of its first cap among all caps of the catalogue.
    let firstCaps: [Int]
    private let places: [String: Int]

    /// Candidates with unique ids.
    public init(_ candidates: [Candidate]) {
        var attributes = Numbered<String>()
        var timeZones = Numbered<TimeZone>()
        var (firstCaps, caps) = ([Int](), 0)
        self.candidates = candidates
        ranks = Dictionary(grouping: candidates.indices) { candidates[$0].priority }.sorted { $0.key < $1.key }
            .map(\.value)
        conditions = candidates.map { $0.conditions.map { attributes.number(of: $0.attribute) } }
        zones = candidates.map { $0.schedule.hours.isEmpty ? nil : timeZones.number(of: $0.schedule.timeZone) }
        for candidate in candidates {
            firstCaps.append(caps)
            caps += candidate.caps.count
        }
        (self.attributes, self.timeZones, self.firstCaps) = (attributes.values, timeZones.values, firstCaps)
        places = Dictionary(zip(candidates.map(\.id), candidates.indices)) { first, _ in first }
    }

    /// Which of the candidates has an id.
    public func place(of candidate: String) -> Int? { places[candidate] }
}

/// Different values in the order in which they came.
private struct Numbered<Value: Hashable> {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int] = [:]

    mutating func number(of value: Value) -> Int {
        if let known = numbers[value] { return known }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }
}
