public import Foundation

/// The texts that a surface shows around the pages or gives to a screen reader. They are in English unless the app
/// replaces them.
///
/// A ``HubStatus`` contains its own message.
public struct HubTexts: Sendable, Hashable {
    /// The button that closes the hub.
    public var close = "Close"
    /// The button that goes to the previous page.
    public var back = "Back"
    /// The logo's label for a screen reader.
    public var logo = "Marquee"
    /// The label of a download's progress bar for a screen reader.
    public var progress = "Download"
    /// The question before an address outside the app is opened.
    public var leaveQuestion = "Leave the app and open this address in the browser?"
    /// The button that opens the address.
    public var leave = "Open"
    /// The button that stays on the page.
    public var stay = "Stay"

    /// Makes the English texts.
    public init() {}

    /// The maximum number of characters of an address that a question shows.
    static let maximumAddress = 200

    /// The address as the question shows it: the whole of a short address, and the beginning of a long one, which
    /// contains the host.
    public func name(of url: URL) -> String {
        let text = url.absoluteString
        return text.count <= Self.maximumAddress ? text : text.prefix(Self.maximumAddress) + "…"
    }
}
