public import Foundation

/// Every word that a surface shows or has read aloud beside the pages; English until the app sets others.
///
/// Status messages come with their ``HubStatus``.
public struct HubTexts: Sendable, Hashable {
    /// The button that takes the hub off the screen.
    public var close = "Close"
    /// The button to the page before.
    public var back = "Back"
    /// What is read aloud for the logo.
    public var logo = "Marquee"
    /// What is read aloud for the progress of a download.
    public var progress = "Download"
    /// The question in front of an address outside of the app.
    public var leaveQuestion = "Leave the app and open this address in the browser?"
    /// The button that agrees.
    public var leave = "Open"
    /// The button that stays on the page.
    public var stay = "Stay"

    /// The English words.
    public init() {}

    /// The longest address that a question shows, in characters.
    static let maximumAddress = 200

    /// How a question names an address: whole when it is short, otherwise its beginning, which has the host.
    public func name(of url: URL) -> String {
        let text = url.absoluteString
        return text.count <= Self.maximumAddress ? text : text.prefix(Self.maximumAddress) + "…"
    }
}
