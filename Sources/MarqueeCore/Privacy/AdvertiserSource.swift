/// The app's own rule for the advertiser id.
public protocol AdvertiserSource: AnyObject, Sendable {
    /// Called on the main thread, once for each upload batch.
    ///
    /// If the id is `nil` or longer than 512 bytes, the batch has no advertiser id.
    @MainActor func advertiserID() -> String?
}
