/// How often the candidates of a catalogue were shown, as far as their caps ask.
public struct CapCounters: Sendable {
    /// One number for each cap: candidate after candidate, the caps of each in their order.
    private var counts: [Int]

    /// Counts every cap of a catalogue. The counters are those of this catalogue alone.
    public init(_ catalogue: Catalogue, count: (Candidate, Cap) throws -> Int) rethrows {
        counts = try catalogue.candidates.flatMap { candidate in
            try candidate.caps.map { try count(candidate, $0) }
        }
    }

    /// Changes the counts of some caps of one candidate.
    /// - Parameters:
    ///   - place: which candidate of the catalogue.
    ///   - change: called for each cap with the number of showings.
    public mutating func update(_ place: Int, of catalogue: Catalogue, _ change: (Cap, inout Int) -> Void) {
        for (cap, index) in zip(catalogue.candidates[place].caps, catalogue.firstCaps[place]...) {
            change(cap, &counts[index])
        }
    }

    /// The first cap of a candidate that is reached.
    func reached(_ place: Int, of catalogue: Catalogue) -> Cap? {
        zip(catalogue.candidates[place].caps, catalogue.firstCaps[place]...).first(where: isReached)?.0
    }

    /// Every cap of a candidate that is reached.
    func allReached(_ place: Int, of catalogue: Catalogue) -> [Cap] {
        zip(catalogue.candidates[place].caps, catalogue.firstCaps[place]...).filter(isReached).map(\.0)
    }

    private func isReached(_ cap: Cap, _ index: Int) -> Bool { counts[index] >= cap.limit }
}
