import MarqueeWire
import PlatformStore

/// All checks of one device; a pure function over the requests that were kept of it.
///
/// Checks of the open request look at the latest request that says something about them. Checks of placements and purchases
/// look at the latest run of the game in which there was one: a run begins with an open. So a check turns green when the
/// fault is gone, and a fault among several requests of a run is not hidden by the next one.
struct ConsoleReport: Sendable {
    /// The state of one check.
    struct Verdict: Sendable, Equatable {
        enum State: String, Sendable {
            case passed
            case failed
            case notYetSeen
        }

        let check: ConsoleCheck
        let state: State
        /// What was seen; for a check that failed or was not seen, what to do.
        let sentence: String
        /// The request that decided; the offending one of a check that failed.
        let request: PlacementRequestRecord?
    }

    /// One for each check, in their order.
    let verdicts: [Verdict]
    /// What each request said, by the request's id.
    let findings: [String: [ConsoleFinding]]

    /// - Parameters:
    ///   - requests: of one device, in any order.
    ///   - since: earlier requests do not count.
    init(_ requests: [PlacementRequestRecord], since: Timestamp) {
        let history = ConsoleHistory(requests.filter { $0.time >= since }.sorted { $0.id < $1.id }, since: since)
        let found = history.findings
        findings = Dictionary(grouping: found, by: \.request.id)
        verdicts = ConsoleCheck.allCases.map { check in
            let own = found.filter { $0.check == check }
            guard let latest = own.last else {
                return Verdict(check: check, state: .notYetSeen, sentence: check.instruction, request: nil)
            }
            let run = history.run(of: latest.request)
            let judged =
                check.group == ConsoleCheck.open.group ? [latest] : own.filter { history.run(of: $0.request) == run }
            let deciding = judged.first { !$0.isPassed } ?? latest
            return Verdict(
                check: check, state: deciding.isPassed ? .passed : .failed, sentence: deciding.sentence,
                request: deciding.request)
        }
    }

    /// What a person does next: put right the first check that failed, else make the first one that was not seen yet. What
    /// not every game has is passed over when something behind it was seen.
    var next: Verdict? {
        let passed = verdicts.lastIndex { $0.state == .passed } ?? 0
        return verdicts.first { $0.state == .failed }
            ?? verdicts.first { $0.state == .notYetSeen && !$0.check.isOptional }
            ?? verdicts[passed...].first { $0.state == .notYetSeen }
    }

    func count(_ state: Verdict.State) -> Int { verdicts.count { $0.state == state } }
}
