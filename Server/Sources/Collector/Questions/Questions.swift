import Foundation
import MarqueeWire
import PlatformStore

/// Answers questions about single events and about people: funnels, counts, retention, segments, timelines.
///
/// Each question has a bound on what it looks at. It uses a connection of its own, so that reports do not wait for it.
///
/// People are the app's users, and installs where there is no user. Where the app has passed a common id, its installs and
/// their users are one person.
public struct Questions: Sendable {
    /// The most days of one question.
    public static let mostDays = 400
    /// The most events that a question with conditions or attributes looks at.
    public static let mostEvents = 500_000

    /// What a question may look at; tests choose less.
    struct Bounds: Sendable {
        var events = Questions.mostEvents
        /// People of whom a question keeps something.
        var people = 2_000_000
        /// The largest number of rows in an answer: values of an attribute times buckets of time.
        var values = 100_000
    }

    let reader: WarehouseReader
    let bounds: Bounds
    let now: @Sendable () -> Timestamp

    init(
        _ file: URL, bounds: Bounds = Bounds(), now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) throws(StoreError) {
        reader = try WarehouseReader(file)
        self.bounds = bounds
        self.now = now
    }
}
