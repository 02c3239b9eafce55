/// What a viewer earns by watching to the end: the extension named `RewardedVideo`, which is not the
/// standard's; see ``Extension/reward``.
public struct Reward: Sendable, Hashable {
    /// Whether watching is rewarded; an ad without it plays as an ordinary one.
    public var isOn: Bool
    /// The currency's name; `nil` refuses the reward.
    public var currency: String?
    /// How much; the document's decimal number rounded down, 0 for a negative one or none.
    public var amount: Int
    /// A picture for the messages.
    public var image: URLTemplate?
    /// Whether a message is shown before playback.
    public var showsMessageBefore: Bool
    /// Whether a message is shown after the end.
    public var showsMessageAfter: Bool

    /// Makes a reward without messages unless they are asked for.
    public init(
        isOn: Bool = true, currency: String?, amount: Int, image: URLTemplate? = nil, showsMessageBefore: Bool = false,
        showsMessageAfter: Bool = false
    ) {
        self.isOn = isOn
        self.currency = currency
        self.amount = amount
        self.image = image
        self.showsMessageBefore = showsMessageBefore
        self.showsMessageAfter = showsMessageAfter
    }

    /// Reads an extension.
    /// - Returns: `nil` when it is not a rewarded-video extension.
    init?(_ extension: Extension) {
        guard `extension`.type?.lowercased() == "rewardedvideo" else { return nil }
        func text(_ name: String) -> String? {
            `extension`.element.child(name).map(\.text).flatMap { $0.isEmpty ? nil : $0 }
        }
        isOn = text("RewardedVideoOn") == "1"
        currency = text("VirtualCurrency")
        amount = Self.amount(text("RewardPerView"))
        image = text("VirtualCurrencyImage").flatMap { URLTemplate($0) }
        showsMessageBefore = text("PreRollMessageOn") == "1"
        showsMessageAfter = text("PostRollMessageOn") == "1"
    }

    /// Converting cuts the fraction off, which for what is not negative is rounding down; `rounded(_:)` would need a
    /// library of mathematics that a program without Foundation does not link.
    private static func amount(_ text: String?) -> Int {
        guard let value = text.flatMap(Double.init), value >= 0, value < Double(Int.max) else { return 0 }
        return Int(value)
    }
}
