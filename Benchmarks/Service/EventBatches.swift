import Comparison
import Foundation
import MarqueeWire

/// Batches of 50 events of about 500 bytes, as devices post them; no id occurs twice.
struct EventBatches {
    private var random = SystemRandomNumberGenerator()

    mutating func next() -> [UInt8] {
        let time = Timestamp(Date())
        let events = (0..<50).map { event($0, time) }.joined(separator: ",")
        let install = Int.random(in: 0..<1_000, using: &random)
        return Array(
            #"{"install":"install-\#(install)","sent":\#(time.milliseconds),"sdk":"1.0","events":[\#(events)]}"#.utf8)
    }

    static func make(_ count: Int) -> [[UInt8]] {
        var batches = EventBatches()
        return (0..<count).map { _ in batches.next() }
    }

    /// The same number of universal events with the attributes that Marquee's SDK sends, and about as long.
    mutating func nextSubmission() -> [UInt8] {
        let time = Timestamp(Date())
        let install = Int.random(in: 0..<1_000, using: &random)
        let events = (0..<50).map { universalEvent($0, time, install) }.joined(separator: ",")
        return Array(#"{"install":"install-\#(install)","sent":\#(time.milliseconds),"events":[\#(events)]}"#.utf8)
    }

    private mutating func universalEvent(_ index: Int, _ time: Timestamp, _ install: Int) -> String {
        let attributes = [
            ("Device Name", "iPhone"), ("OS Name", "iOS"), ("App Name", "HighLarch"), ("App Version", "417"),
            ("Device Id", "install-\(install)"), ("Primary User Id", "user-\(install)"), ("Anonymous Id", ""),
            ("Recipient Id", "\(100_000 + install)"), ("Goal Name", "goal \(Int.random(in: 0..<200, using: &random))"),
        ].map { #"{"name":"\#($0.0)","value":"\#($0.1)"}"# }.joined(separator: ",")
        return """
            {"eventTypeCode":"16","eventTimestamp":"\(time.universalText)","attributes":[\(attributes)],\
            "eventId":"\(EventID(time: time, using: &random))","sequence":\(index + 1)}
            """
    }

    /// So many bytes of which none begins a batch.
    static func nonsense(size: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "x"), count: size) }

    private mutating func event(_ index: Int, _ time: Timestamp) -> String {
        let id = EventID(time: time, using: &random)
        let article = Int.random(in: 0..<200, using: &random)
        let note = String(repeating: "x", count: 130)
        return """
            {"id":"\(id)","name":"content_viewed","time":\(time.milliseconds),"sequence":\(index + 1),\
            "user":"user-\(Int.random(in: 0..<500, using: &random))","session":"7d3a0f5e-2b6b-4a35-9a0c-5a7c3d1f8e21",\
            "properties":{"uri":"zbimdb://magazine/a/article-\(article)","type":"article","hub":"magazine",\
            "channel":"zbimdb://magazine/c/news","entry_point":"home","release":12,"note":"\(note)"}}
            """
    }
}
