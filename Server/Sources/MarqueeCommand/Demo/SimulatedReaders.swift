import ArgumentParser
import Collector
import Foundation
import MarqueeServer
import MarqueeWire
import PlatformStore

/// Two weeks of people who read the demo's hub, so that its reports and home page show something at first sight.
///
/// Their events go the way that a phone's go: batches through the intake, folded into the warehouse. Their installs say
/// `simulated` where a phone says its SDK's version, which is what the list of devices shows.
struct SimulatedReaders: Sendable {
    static let count = 140
    static let days = 14
    static let sdk = "simulated"

    /// Who reads what: an article's address, its channel's, and how long its text is.
    private struct Page {
        let article: ContentURI
        let channel: ContentURI
        let words: Int
        /// Chosen by so many of the readers who see it.
        let appeal: Double
    }

    let app: String
    let hub: String
    /// The time at which the two weeks end.
    let now: Timestamp

    /// Takes the batches of all readers in.
    /// - Returns: how many events they had.
    func run(on server: MarqueeServer) async throws -> Int {
        let articles = try await server.platform.content.articles(hub: hub, channel: nil, app: app)
        var random = SeededGenerator(seed: 20_260_301)
        let pages = articles.map { article in
            Page(
                article: article.uri, channel: ContentURI(hub: hub, .channel(article.channel)),
                words: article.content.body.split(whereSeparator: \.isWhitespace).count,
                appeal: .random(in: 0.15...1, using: &random))
        }
        guard !pages.isEmpty else { return 0 }
        var total = 0
        for reader in 0..<Self.count {
            let events = behaviour(of: reader, pages, using: &random)
            guard !events.isEmpty else { continue }
            total += try await ReaderJourney(app: app, reader: reader, now: now).run(on: server, visits: events)
            let batch = EventBatch(
                install: "simulated-\(reader)", sent: now, sdk: Self.sdk, advertiser: nil, events: events)
            let receipt = try await server.collector.intake.accept(
                Array(try JSONEncoder().encode(batch)), scope: try Scope(app: app))
            guard receipt.rejected == 0 else {
                throw ValidationError("\(receipt.rejected) events of the simulated readers were rejected")
            }
            total += events.count
        }
        return total
    }

    /// A reader's id; `nil` for those who have given none.
    static func user(_ reader: Int) -> String? { reader.isMultiple(of: 5) ? nil : "reader-\(reader)" }

    /// Somebody's events of two weeks, in the order in which they happened.
    private func behaviour(of reader: Int, _ pages: [Page], using random: inout SeededGenerator) -> [Event] {
        // Some come each day, most now and then; and the app is found by more people every day.
        let habit = pow(Double.random(in: 0.25...0.95, using: &random), 2)
        let found = Int.random(in: -Self.days..<Self.days - 1, using: &random)
        let hour = Double([7, 8, 12, 13, 18, 19, 20, 21].randomElement(using: &random) ?? 12)
        let taste = pages.shuffled(using: &random)
        var events = Recording(user: Self.user(reader))
        for day in max(0, found)..<Self.days where Double.random(in: 0..<1, using: &random) < habit {
            let start = now + .seconds(-Double(Self.days - day) * 86_400 + hour * 3600)
            let visit = start + .seconds(Double.random(in: -3600...3600, using: &random))
            guard visit + .seconds(3600) <= now else { continue }
            session(at: visit, taste, &events, using: &random)
        }
        return events.list
    }

    private func session(
        at start: Timestamp, _ taste: [Page], _ events: inout Recording, using random: inout SeededGenerator
    ) {
        let entry = Double.random(in: 0..<1, using: &random) < 0.7 ? "home button" : "hut map"
        let hubURI = ContentURI(hub: hub).description
        var time = start
        events.begin("\(start.milliseconds)")
        events.add(
            EventName.hubPresented, at: time,
            ["uri": .text(hubURI), "hub": .text(hub), "mode": "modal", "entry_point": .text(entry)],
            using: &random)
        events.add(
            EventName.contentViewed, at: time,
            ["uri": .text(hubURI), "type": "hub", "hub": .text(hub), "entry_point": .text(entry), "release": 1],
            using: &random)
        for page in taste.prefix(6) where Double.random(in: 0..<1, using: &random) < page.appeal * 0.6 {
            time = time + .seconds(Double.random(in: 3...25, using: &random))
            var properties: [String: Event.Value] = [
                "uri": .text(page.article.description), "type": "article", "hub": .text(hub),
                "channel": .text(page.channel.description), "entry_point": .text(entry), "release": 1,
            ]
            events.add(EventName.contentViewed, at: time, properties, using: &random)
            // 230 words a minute, and few people read to the end.
            let depth = min(1, pow(Double.random(in: 0.1...1.25, using: &random), 1.2))
            let dwell = Double(page.words) / 230 * 60 * depth + .random(in: 2...12, using: &random)
            time = time + .seconds(dwell)
            properties["dwell_ms"] = .integer(Int64(dwell * 1000))
            properties["depth"] = .number((depth * 100).rounded() / 100)
            properties["completed"] = .truth(depth >= 0.98)
            events.add(EventName.contentRead, at: time, properties, using: &random)
            if Double.random(in: 0..<1, using: &random) < 0.06 {
                events.add(
                    EventName.externalLinkOpened, at: time,
                    ["url": "https://www.example.org/", "uri": .text(page.article.description), "hub": .text(hub)],
                    using: &random)
            }
        }
    }
}

/// A list of events in the making.
private struct Recording {
    let user: String?
    private(set) var list: [Event] = []
    private var session = ""

    init(user: String?) {
        self.user = user
    }

    mutating func begin(_ session: String) { self.session = session }

    mutating func add(
        _ name: String, at time: Timestamp, _ properties: [String: Event.Value], using random: inout SeededGenerator
    ) {
        list.append(
            Event(
                id: EventID(time: time, using: &random), name: name, time: time, sequence: Int64(list.count + 1),
                user: user, session: session, properties: properties))
    }
}

/// Random numbers that are the same in every demo (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
