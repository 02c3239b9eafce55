import Foundation
import MarqueeWire

/// A batch as a device posts it, its events of about 500 bytes.
struct ProbeBatch {
    let ids: [EventID]
    let body: [UInt8]

    init(events count: Int, time: Timestamp) {
        var random = SystemRandomNumberGenerator()
        ids = (0..<count).map { _ in EventID(time: time, using: &random) }
        let events = ids.enumerated().map { index, id in
            """
            {"id":"\(id)","name":"content_viewed","time":\(time.milliseconds),"sequence":\(index + 1),\
            "user":"user-\(Int.random(in: 0..<500, using: &random))","session":"7d3a0f5e-2b6b-4a35-9a0c-5a7c3d1f8e21","properties":\
            {"uri":"zbimdb://magazine/a/article-\(Int.random(in: 0..<200, using: &random))","type":"article","hub":"magazine",\
            "channel":"zbimdb://magazine/c/news","entry_point":"home","release":12,"note":"\(String(repeating: "x", count: 130))"}}
            """
        }
        body = Array(
            """
            {"install":"install-\(Int.random(in: 0..<1000, using: &random))","sent":\(time.milliseconds),"sdk":"1.0",\
            "events":[\(events.joined(separator: ","))]}
            """.utf8)
    }
}
