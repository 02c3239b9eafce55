public import MarqueeWire
public import PlatformStore

/// Knows which recipients want no messages. The collector asks when it folds events and when it joins ids to a profile.
public protocol OptedOutRecipients: Sendable {
    /// When those of some recipients opted out who have.
    /// - Parameters:
    ///   - recipients: ids as events carry them, which may be any text.
    ///   - app: the app whose recipients they are; ids of others are not found.
    /// - Throws: ``PlatformStore/StoreError``; folding waits then, and asks again.
    func optedOut(among recipients: Set<String>, app: String) async throws(StoreError) -> [String: Timestamp]
}
