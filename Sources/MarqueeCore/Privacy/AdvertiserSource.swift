/// The app's own rule for the advertiser id.
public protocol AdvertiserSource: AnyObject, Sendable {
    /// Asked on the main thread, once for each upload batch.
    ///
    /// With `nil`, or with more than 512 bytes, the batch carries no advertiser id.
    @MainActor func advertiserID() -> String?
}
