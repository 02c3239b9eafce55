/// What a viewer is told about a reward, before the ad or after its end.
///
/// The texts are English; an app that speaks another language makes its own of ``moment``, ``currency`` and ``amount``.
public struct RewardMessage: Sendable, Hashable {
    /// When the message is shown.
    public enum Moment: Sendable, Hashable {
        /// Before playback, with a button that begins it and a region that closes the ad.
        case before
        /// After the end and before the end card, with a region that closes the message.
        case after
    }

    /// When it is shown.
    public let moment: Moment
    /// What is earned.
    public let currency: String
    /// How much of it, 1 or more.
    public let amount: Int
    /// A picture of the currency; `nil` when there is none, or when it could not be loaded.
    public var image: URLTemplate?

    /// Makes a message of its parts.
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

    /// The button's text, `WATCH NOW`; `nil` after the end, where there is nothing to begin.
    public var button: String? { moment == .before ? "WATCH NOW" : nil }
}
