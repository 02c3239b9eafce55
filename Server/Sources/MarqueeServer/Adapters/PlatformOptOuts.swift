import Collector
import MarqueeWire
import PlatformStore

/// Recipients who have opted out, as the platform knows them.
struct PlatformOptOuts: OptedOutRecipients {
    let recipients: any RecipientStore

    func optedOut(among recipients: Set<String>, app: String) async throws(StoreError) -> [String: Timestamp] {
        // An id that is no number is no recipient's, and neither is one in another spelling.
        let numbers = recipients.compactMap { text in Int64(text).flatMap { String($0) == text ? $0 : nil } }
        var optedOut: [String: Timestamp] = [:]
        for (id, time) in try await self.recipients.optedOut(among: Set(numbers), app: app) { optedOut["\(id)"] = time }
        return optedOut
    }
}
