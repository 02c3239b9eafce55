import MarqueeWire
import PlatformStore

/// For each app, when recipients opted out.
typealias OptedOut = [String: [String: Timestamp]]

extension OptedOutRecipients {
    /// Those among the recipients whom the events of a chunk name.
    func optedOut(in chunk: EventChunk, keys: PropertyKeys) async throws(StoreError) -> OptedOut {
        var optedOut: OptedOut = [:]
        for (app, recipients) in Self.recipients(in: chunk, keys) {
            let found = try await self.optedOut(among: recipients, app: app)
            if !found.isEmpty { optedOut[app] = found }
        }
        return optedOut
    }

    /// The recipients by app. Spooled batches have marks, so no JSON is read.
    private static func recipients(in chunk: EventChunk, _ keys: PropertyKeys) -> [String: Set<String>] {
        guard let key = keys.number(of: Identities.recipient.name).map({ UInt16(truncatingIfNeeded: $0) }) else {
            return [:]
        }
        var recipients: [String: Set<String>] = [:]
        chunk.bytes.withUnsafeBytes { bytes in
            for batch in chunk.batches {
                guard let scanned = EventChunk.read(batch, in: bytes, keys: keys).scanned else { continue }
                let body = UnsafeRawBufferPointer(rebasing: bytes[batch.body]).bindMemory(to: UInt8.self)
                let scanner = JSONScanner(body)
                var latest: JSONScanner.Text?
                for value in scanned.values where value.key == key && value.kind == .text {
                    guard let text = value.span.text, !text.range.isEmpty else { continue }
                    // Nearly all events of a batch name the same one.
                    if let latest, scanner.isSame(latest, text) { continue }
                    latest = text
                    recipients[batch.scope.app, default: []].insert(scanner.string(text))
                }
            }
        }
        return recipients
    }
}
