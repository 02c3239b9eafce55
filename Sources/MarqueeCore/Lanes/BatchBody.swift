import Foundation
import MarqueeWire

/// Writes a ``MarqueeWire/EventBatch`` from the stored bytes of the events; no event is encoded again.
struct BatchBody: Sendable {
    let install: String
    let sdk: String

    func json(_ batch: OutboxBatch, sent: Timestamp, advertiser: String?) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(batch.items.reduce(256) { $0 + $1.body.count + 1 })
        bytes.append(contentsOf: #"{"install":"#.utf8)
        EventEncoder.appendText(install, to: &bytes)
        bytes.append(contentsOf: #","sent":"#.utf8)
        EventEncoder.appendInteger(sent.milliseconds, to: &bytes)
        bytes.append(contentsOf: #","sdk":"#.utf8)
        EventEncoder.appendText(sdk, to: &bytes)
        if let advertiser {
            bytes.append(contentsOf: #","advertiser":"#.utf8)
            EventEncoder.appendText(advertiser, to: &bytes)
        }
        bytes.append(contentsOf: #","events":["#.utf8)
        for (index, item) in batch.items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: item.body)
        }
        bytes.append(contentsOf: "]}".utf8)
        return Data(bytes)
    }
}
