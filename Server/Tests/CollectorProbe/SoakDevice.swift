import Foundation
import MarqueeWire

/// A simulated device: it numbers events, keeps them until they are acknowledged, and lives through kills, clock changes
/// and a bad network.
struct SoakDevice {
    /// An event that is not acknowledged.
    struct Item {
        let id: EventID
        let sequence: Int64
        let time: Timestamp
    }

    /// How a device sends.
    enum Dialect: CaseIterable {
        /// Batches of the lane of events.
        case events
        /// Batches of the lane of universal events.
        case engage
        /// Universal events with ids and numbers, as Marquee's SDK submits them to a host.
        case submission
        /// Universal events as an old SDK submits them: without ids and numbers.
        case oldSubmission
    }

    let install: String
    let dialect: Dialect
    /// The device's clock beside the server's, in seconds.
    var clockError: Int64 = 0
    var waiting: [Item] = []
    var nextSequence: Int64 = 1
    /// Numbers of events that a kill took before they were on the device's disk.
    var lost: Set<Int64> = []
    /// The highest number that the server has acknowledged.
    var highest: Int64 = 0

    init(number: Int) {
        install = "device-\(number)"
        dialect = Dialect.allCases[number % Dialect.allCases.count]
    }

    /// Records some events; those after `durable` are lost in a kill.
    mutating func record(_ count: Int, durable: Int, at time: Timestamp, using random: inout some RandomNumberGenerator)
    {
        for index in 0..<count {
            defer { nextSequence += 1 }
            guard index < durable else {
                lost.insert(nextSequence)
                continue
            }
            // Each event has a time of its own, so that an old SDK's events differ.
            let made = time + .seconds(clockError) + .milliseconds(nextSequence)
            waiting.append(Item(id: EventID(time: made, using: &random), sequence: nextSequence, time: made))
        }
    }

    mutating func acknowledge(_ items: ArraySlice<Item>) {
        let numbers = Set(items.map(\.sequence))
        waiting.removeAll { numbers.contains($0.sequence) }
        highest = max(highest, numbers.max() ?? 0)
    }

    /// The ranges that the server has to name: lost numbers below the highest that arrived.
    var gaps: [ClosedRange<Int64>] {
        guard dialect != .oldSubmission else { return [] }
        var gaps: [ClosedRange<Int64>] = []
        for number in lost.sorted() where number < highest {
            if let last = gaps.last, last.upperBound == number - 1 {
                gaps[gaps.count - 1] = last.lowerBound...number
            } else {
                gaps.append(number...number)
            }
        }
        return gaps
    }

    func body(_ items: ArraySlice<Item>, at time: Timestamp) -> [UInt8] {
        let sent = (time + .seconds(clockError)).milliseconds
        let events = items.map(json).joined(separator: ",")
        switch dialect {
        case .events:
            return Array(#"{"install":"\#(install)","sent":\#(sent),"sdk":"1","events":[\#(events)]}"#.utf8)
        case .engage:
            return Array(
                #"{"install":"\#(install)","sent":\#(sent),"sdk":"1","lane":"engage","events":[\#(events)]}"#.utf8)
        case .submission: return Array(#"{"events":[\#(events)],"install":"\#(install)","sent":\#(sent)}"#.utf8)
        case .oldSubmission: return Array(#"{"events":[\#(events)]}"#.utf8)
        }
    }

    private func json(_ item: Item) -> String {
        let attributes = #""attributes":[{"name":"Device Id","value":"\#(install)"},{"name":"Goal Name","value":"g"}]"#
        return switch dialect {
        case .events, .engage:
            """
            {"id":"\(item.id)","name":"engage_goal_completed","time":\(item.time.milliseconds),"sequence":\(item.sequence),\
            "properties":{"Goal Name":"g"}}
            """
        case .submission:
            """
            {"eventTypeCode":"16","eventTimestamp":"\(item.time.universalText)",\(attributes),"eventId":"\(item.id)",\
            "sequence":\(item.sequence)}
            """
        case .oldSubmission: #"{"eventTypeCode":"16","eventTimeStamp":"\#(item.time.universalText)",\#(attributes)}"#
        }
    }
}
