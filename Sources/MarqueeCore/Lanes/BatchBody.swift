package import Foundation
package import MarqueeWire

/// Writes a ``MarqueeWire/EventBatch`` from the stored bytes of the events; no event is encoded again.
package struct BatchBody: Sendable {
    let install: String
    let sdk: String
    /// The lane that numbered the events; `nil` for the lane of events.
    let lane: String?

    package init(install: String, sdk: String, lane: String? = nil) {
        self.install = install
        self.sdk = sdk
        self.lane = lane
    }

    /// - Parameters:
    ///   - now: the device's clock now. The batch gets the time that this clock would show if it had not been set since
    ///     the items were stored.
    ///   - append: appends an item as an ``MarqueeWire/Event``; by default the item's own bytes.
    package func json(
        _ batch: OutboxBatch, now: Timestamp, advertiser: String? = nil,
        append: (OutboxBatch.Item, inout [UInt8]) -> Void = { $1.append(contentsOf: $0.body) }
    ) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(batch.items.reduce(256) { $0 + $1.body.count + 1 })
        bytes.append(contentsOf: #"{"install":"#.utf8)
        JSONBytes.appendText(install, to: &bytes)
        bytes.append(contentsOf: #","sent":"#.utf8)
        JSONBytes.appendInteger(batch.sendingTime(now).milliseconds, to: &bytes)
        bytes.append(contentsOf: #","sdk":"#.utf8)
        JSONBytes.appendText(sdk, to: &bytes)
        if let lane {
            bytes.append(contentsOf: #","lane":"#.utf8)
            JSONBytes.appendText(lane, to: &bytes)
        }
        if let advertiser {
            bytes.append(contentsOf: #","advertiser":"#.utf8)
            JSONBytes.appendText(advertiser, to: &bytes)
        }
        bytes.append(contentsOf: #","events":["#.utf8)
        for (index, item) in batch.items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(item, &bytes)
        }
        bytes.append(contentsOf: "]}".utf8)
        return Data(bytes)
    }
}
