/// What a hub shows when it shows no page.
///
/// The messages are defaults that a surface may replace.
public enum HubStatus: Sendable, Hashable {
    /// News is being asked for.
    case checking(message: String = "Checking for new content")
    /// Content is on its way; `fraction` is 0 to 1 and never falls within one presentation. The progress notice tells
    /// the same from 0 to 100.
    case downloading(message: String = "Waiting for new content to be downloaded", fraction: Double)
    /// Content cannot be presented. The view offers to close; presenting again is the retry.
    case failed(message: String)
}
