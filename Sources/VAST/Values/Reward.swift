extension Extension {
    /// The reward for watching to the end. It comes from the extension `RewardedVideo`, which is not part of the
    /// standard; see ``Extension/reward``.
    public struct Reward: Sendable, Hashable {
        /// Whether watching is rewarded. Without it the ad plays as an ordinary one.
        public var isOn: Bool
        /// The name of the currency; without a name no reward is granted.
        public var currency: String?
        /// The amount: the document's decimal number rounded down, 0 for a negative or missing one.
        public var amount: Int
        /// A picture for the messages.
        public var image: URLTemplate?
        /// Whether a message is shown before playback.
        public var showsMessageBefore: Bool
        /// Whether a message is shown after the end.
        public var showsMessageAfter: Bool

        /// By default no messages are shown.
        public init(
            isOn: Bool = true, currency: String?, amount: Int, image: URLTemplate? = nil,
            showsMessageBefore: Bool = false,
            showsMessageAfter: Bool = false
        ) {
            self.isOn = isOn
            self.currency = currency
            self.amount = amount
            self.image = image
            self.showsMessageBefore = showsMessageBefore
            self.showsMessageAfter = showsMessageAfter
        }

        /// Reads an extension; `nil` when it is not a rewarded-video extension.
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

        /// The conversion to `Int` rounds a positive number down. `rounded(_:)` would need a maths library that a
        /// program without Foundation does not link.
        private static func amount(_ text: String?) -> Int {
            guard let value = text.flatMap(Double.init), value >= 0, value < Double(Int.max) else { return 0 }
            return Int(value)
        }
    }
}
