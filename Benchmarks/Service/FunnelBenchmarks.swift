import Benchmark
import Collector
import Comparison
import Foundation
import Logging
import MarqueeTesting
import MarqueeWire

/// A funnel of three steps over ten million events in the warehouse, beside the same question in SQL over a table that has
/// nothing but its columns, in the order that suits the question.
enum FunnelBenchmarks {
    private static let visits = 200_000
    private static let eventsOfVisit = 50
    /// Visits that are sent at the same time.
    private static let batch = 1_000
    private static let users = 100_000
    private static let days = 30
    private static let names = ["browsed", "chosen", "bought"]
    /// In seconds.
    private static let window = 120

    static func register() {
        let contest = Contest(unit: "events", against: "SQL by hand")
        let count = visits * eventsOfVisit
        let configuration = contest.configuration(rounds: 1, warmups: 0)
        Benchmark("Funnel: \(count) events, \(names.count) steps", configuration: configuration) { benchmark in
            let folder = try TemporaryFolder()
            let scope = try Scope(app: RunningServer.app)
            var logger = Logger(label: "bench")
            logger.logLevel = .critical
            let collector = try Collector.open(at: folder.url, logger: logger)
            let table = try FunnelTable(in: folder.url)
            let last = Day(Timestamp(Date()))
            try await fill(collector, table, scope, until: last)
            let question = FunnelQuestion(
                names.map { EventMatch($0) }, within: .seconds(window), days: (last + -days)...last)
            for _ in 0..<3 {
                var answers: [[Int]] = []
                try await contest.round(
                    benchmark, count: count,
                    ours: {
                        try await ContinuousClock().measure {
                            answers.append(try await collector.questions.funnel(question, scope: scope).people)
                        }
                    },
                    baseline: {
                        try ContinuousClock().measure { answers.append(try table.people(within: window * 1000)) }
                    })
                guard answers[0] == answers[1], answers[0][2] > 0, answers[0][0] > answers[0][2] else {
                    throw BenchmarkFailure("the answers differ: \(answers)")
                }
            }
        }
    }

    /// Visits one after the other, as devices send them.
    private static func fill(
        _ collector: Collector, _ table: FunnelTable, _ scope: Scope, until last: Day
    ) async throws {
        var random = RepeatableRandom(seed: 29)
        let start = (last + -days).start.milliseconds
        let step = Int64(days) * 86_400_000 / Int64(visits)
        // The spool lets 1,024 batches wait for the disk.
        for first in stride(from: 0, to: visits, by: batch) {
            var bodies: [[UInt8]] = []
            try table.begin()
            for visit in first..<first + batch {
                let user = Int.random(in: 0..<users, using: &random)
                let time = start + Int64(visit) * step
                var events: [String] = []
                for index in 0..<eventsOfVisit {
                    let made = Timestamp(milliseconds: time + Int64(index) * 7_000)
                    // Few get far.
                    let name = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2].randomElement(using: &random) ?? 0
                    events.append(
                        """
                        {"id":"\(EventID(time: made, using: &random))","name":"\(names[name])","time":\(made.milliseconds),\
                        "sequence":\(index + 1),"user":"user-\(user)","properties":{}}
                        """)
                    try table.insert(person: user, name: name, time: made.milliseconds)
                }
                let body =
                    #"{"install":"i-\#(user)","sent":\#(Timestamp(Date()).milliseconds),"sdk":"1","events":[\#(events.joined(separator: ","))]}"#
                bodies.append(Array(body.utf8))
            }
            try table.commit()
            try await accept(bodies, collector, scope)
        }
    }

    private static func accept(_ bodies: [[UInt8]], _ collector: Collector, _ scope: Scope) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for body in bodies { group.addTask { _ = try await collector.intake.accept(body, scope: scope) } }
            try await group.waitForAll()
        }
        while try await collector.folding.foldOnce() {}
    }
}
