/// The state of a hub that shows no page.
///
/// A surface may replace the messages.
public enum HubStatus: Sendable, Hashable {
    /// The SDK asks the service for new content.
    case checking(message: String = "Checking for new content")
    /// The SDK downloads content. `fraction` is from 0 to 1 and never falls within one presentation. The progress
    /// notice has the same value from 0 to 100.
    case downloading(message: String = "Waiting for new content to be downloaded", fraction: Double)
    /// Content cannot be presented. The view has a close button. To try again, the app presents the hub again.
    case failed(message: String)
}
