import Testing
import VAST

/// ADS-101: a request that fails is repeated at most three times; an answered request is never repeated.
@Suite struct TrackingSenderTests {
    /// A server that gives its answers in order and then repeats the last one.
    private actor Server {
        private var answers: [TrackingSender.Answer]
        private(set) var asked: [Duration] = []

        init(_ answers: [TrackingSender.Answer]) { self.answers = answers }

        func answer(at now: Duration) -> TrackingSender.Answer {
            asked.append(now)
            return answers.count > 1 ? answers.removeFirst() : answers[0]
        }
    }

    private func send(
        to server: Server, pauses: [Duration] = TrackingSender.standardPauses
    ) async -> TrackingSender.Delivery {
        let stopwatch = Stopwatch(VirtualClock(leaps: true))
        let sender = TrackingSender(stopwatch: stopwatch, pauses: pauses) { _ in
            await server.answer(at: stopwatch.reading)
        }
        return await sender.send("https://t.example/impression")
    }

    private static let rows: [(answers: [TrackingSender.Answer], attempts: Int)] = [
        ([.status(200)], 1), ([.status(204)], 1), ([.status(302)], 1), ([.status(404)], 1), ([.status(410)], 1),
        ([.failure, .status(200)], 2), ([.status(503), .failure, .status(200)], 3), ([.status(429), .status(400)], 2),
        ([.status(408), .status(500), .status(599), .status(200)], 4), ([.failure], 4), ([.status(503)], 4),
    ]

    @Test(arguments: rows)
    func `only a request without a count is repeated`(_ row: (answers: [TrackingSender.Answer], attempts: Int)) async {
        let server = Server(row.answers)
        let delivery = await send(to: server)
        #expect(delivery.attempts == row.attempts)
        #expect(delivery.answer == row.answers.last)
        #expect(await server.asked.count == row.attempts)
    }

    @Test func `attempts are a second, five and thirty apart`() async {
        let server = Server([.failure])
        _ = await send(to: server)
        #expect(await server.asked == [.zero, .seconds(1), .seconds(6), .seconds(36)])
    }

    @Test func `without pauses there is one attempt`() async {
        let server = Server([.failure])
        #expect(await send(to: server, pauses: []).attempts == 1)
    }

    @Test func `a cancelled task makes no further attempt`() async {
        let server = Server([.failure])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await send(to: server)
        }
        #expect(await task.value.attempts == 1)
    }
}
