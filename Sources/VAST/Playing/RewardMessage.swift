/// A message about a reward, before the ad or after its end.
///
/// The texts are in English. An app in another language builds its own from ``moment``, ``currency`` and ``amount``.
public struct RewardMessage: Sendable, Hashable {
    /// When the message is shown.
    public enum Moment: Sendable, Hashable {
        /// Before playback, with a button that starts the ad and an area that closes it.
        case before
        /// Between the end and the end card, with an area that closes the message.
        case after
    }

    /// When it is shown.
    public let moment: Moment
    /// The name of the currency.
    public let currency: String
    /// The amount, 1 or more.
    public let amount: Int
    /// A picture of the currency; `nil` when there is none or it could not be loaded.
    public var image: URLTemplate?

    /// `amount` is at least 1.
    public init(_ moment: Moment, currency: String, amount: Int, image: URLTemplate? = nil) {
        self.moment = moment
        self.currency = currency
        self.amount = amount
        self.image = image
    }

    /// `Watch to earn 12 Lives`, or `You earned 12 Lives`.
    public var text: String {
        switch moment {
        case .before: "Watch to earn \(amount) \(currency)"
        case .after: "You earned \(amount) \(currency)"
        }
    }

    /// The text of the button, `WATCH NOW`; `nil` after the end.
    public var button: String? { moment == .before ? "WATCH NOW" : nil }
}
