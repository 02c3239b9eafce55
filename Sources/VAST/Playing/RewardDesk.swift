/// Whether an ad's reward is to be promised and granted, each once at most.
struct RewardDesk: Sendable, Hashable {
    private let reward: Reward?
    /// What a reward that is switched on lacks.
    let refusal: Playback.Refusal?
    private var isGranted = false

    /// Of several extensions the one nearest to the complete ad decides.
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

    /// Shown before playback, when the document asks for it.
    var promise: RewardMessage? {
        reward.flatMap { $0.showsMessageBefore ? message(.before, of: $0) : nil }
    }

    /// Shown after the end and the granting, when the document asks for it.
    var thanks: RewardMessage? {
        reward.flatMap { $0.showsMessageAfter ? message(.after, of: $0) : nil }
    }

    /// - Returns: what is to be granted now; `nil` the second time.
    mutating func grant() -> Reward? {
        guard !isGranted, refusal == nil, let reward else { return nil }
        isGranted = true
        return reward
    }

    private func message(_ moment: RewardMessage.Moment, of reward: Reward) -> RewardMessage? {
        guard refusal == nil, let currency = reward.currency else { return nil }
        return RewardMessage(moment, currency: currency, amount: reward.amount, image: reward.image)
    }
}
