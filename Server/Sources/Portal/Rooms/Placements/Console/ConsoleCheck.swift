import PlatformStore

/// What the test console checks of an integration, in the order in which a person tests it.
enum ConsoleCheck: String, CaseIterable, Sendable {
    case identifier
    case open
    case signature
    case version
    case advertisingID
    case placement
    case preload
    case price
    case offeredPurchase

    /// The heading under which the check stands.
    var group: String {
        switch self {
        case .identifier, .open, .signature, .version, .advertisingID: "Open request"
        case .placement, .preload: "Placements"
        case .price, .offeredPurchase: "Purchases"
        }
    }

    /// Whether some games have nothing that the check could look at.
    var isOptional: Bool {
        switch self {
        case .preload, .price, .offeredPurchase: true
        default: false
        }
    }

    var title: String {
        switch self {
        case .identifier: "Device identifier received"
        case .open: "Open request sent"
        case .signature: "Token and secret valid"
        case .version: "SDK version reported"
        case .advertisingID: "IDFA sent where available"
        case .placement: "Placement detected"
        case .preload: "Preload request seen"
        case .price: "Price present in the purchase"
        case .offeredPurchase: "Purchase of a unit seen"
        }
    }

    /// What a person does so that the check has something to look at.
    var instruction: String {
        switch self {
        case .identifier, .open, .signature, .version, .advertisingID:
            "Start the game on this device. It sends an open request at each start and each return to the foreground. If nothing appears here, the game reaches another server, or it does not send the id of this device."
        case .placement:
            "Go to a place in the game that shows a placement. The game sends a content request with the placement’s tag."
        case .preload: "Let the game preload a placement, and then show it. Games without preloads skip this step."
        case .price: "Buy something in the game, or cancel a purchase. The game tracks it with its price and currency."
        case .offeredPurchase:
            "Buy what a virtual goods promotion offers. The game tracks the purchase with the cookie of the unit. Games without virtual goods promotions skip this step."
        }
    }
}

/// What one request says about one check.
struct ConsoleFinding: Sendable, Equatable {
    let check: ConsoleCheck
    let isPassed: Bool
    /// What was seen, and for a check that failed what to do.
    let sentence: String
    let request: PlacementRequestRecord

    init(_ check: ConsoleCheck, _ isPassed: Bool, _ sentence: String, _ request: PlacementRequestRecord) {
        self.check = check
        self.isPassed = isPassed
        self.sentence = sentence
        self.request = request
    }
}
