/// Whether the ad's reward is promised and granted, each at most once.
struct RewardState: Sendable, Hashable {
    private let reward: Extension.Reward?
    /// What is missing from a reward that is switched on.
    let refusal: Playback.Refusal?
    private var isGranted = false

    /// Of several extensions, the one nearest to the complete ad counts.
    init(_ extensions: [Sourced<Extension>], screen: inout AddressScreen) {
        let nearest = extensions.reversed().lazy.compactMap { sourced in
            sourced.value.reward.map { Sourced($0, from: sourced.origin) }
        }.first
        var reward = nearest.flatMap { $0.value.isOn ? $0.value : nil }
        if let nearest { screen.origin = nearest.origin }
        let image = screen.admitted(reward?.image, for: .resource)
        reward?.image = image
        self.reward = reward
        refusal = reward.flatMap { $0.currency == nil ? .noCurrency : $0.amount <= 0 ? .noAmount : nil }
    }

    /// The message before playback, if the document asks for it.
    var promise: RewardMessage? {
        reward.flatMap { $0.showsMessageBefore ? message(.before, of: $0) : nil }
    }

    /// The message after the reward is granted, if the document asks for it.
    var thanks: RewardMessage? {
        reward.flatMap { $0.showsMessageAfter ? message(.after, of: $0) : nil }
    }

    /// Returns the reward to grant; `nil` from the second call on.
    mutating func grant() -> Extension.Reward? {
        guard !isGranted, refusal == nil, let reward else { return nil }
        isGranted = true
        return reward
    }

    private func message(_ moment: RewardMessage.Moment, of reward: Extension.Reward) -> RewardMessage? {
        guard refusal == nil, let currency = reward.currency else { return nil }
        return RewardMessage(moment, currency: currency, amount: reward.amount, image: reward.image)
    }
}
