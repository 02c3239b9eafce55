import Marquee

extension PlacementsWing {
    /// Buys a product in the game's shop.
    struct Buy: LabCommand {
        static let name = "buy"
        private static let quantities = 1...100
        let product: FilledText
        /// 1 unless it says otherwise.
        let quantity: Int?

        func run(_ call: CommandCall) throws {
            guard product.text.utf8.count <= 256, Self.quantities.contains(quantity ?? 1) else {
                throw LabError(.badCommand, "a product's id has at most 256 bytes, and 1 to 100 pieces are bought")
            }
            try call.game().buy(product.text, quantity: quantity ?? 1)
        }
    }

    /// The person answers the store's sheet.
    struct Settle: LabCommand {
        static let name = "settle"
        let answer: Choice<LabStore.Answer>

        func run(_ call: CommandCall) throws {
            try call.game().store.answer(answer.value)
        }
    }

    /// A parent approves the purchase that waits the longest.
    struct Approve: LabCommand {
        static let name = "approve"

        func run(_ call: CommandCall) async throws {
            guard try await call.game().store.approve() else {
                throw LabError(.refused, "no purchase waits for a parent")
            }
        }
    }

    /// Chooses the account that pays.
    struct Account: LabCommand {
        static let name = "account"
        let account: Choice<LabStore.Account>

        func run(_ call: CommandCall) {
            call.device.surroundings.games.account = account.value
        }
    }

    /// Says when games acknowledge rewards.
    struct Rewards: LabCommand {
        static let name = "rewards"
        let rewards: Choice<GameSettings.Rewards>

        func run(_ call: CommandCall) {
            call.device.surroundings.games.rewards = rewards.value
        }
    }

    /// Acknowledges the held reward.
    struct Acknowledge: LabCommand {
        static let name = "acknowledge"

        func run(_ call: CommandCall) throws {
            try call.game().acknowledge()
        }
    }
}
