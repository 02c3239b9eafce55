import MarqueeWire
import PlatformStore

/// Universal events by type, goal, campaign and day, and the people of each campaign.
struct Campaigns: Projection {
    static let campaign = PropertyKey("Campaign Name")
    static let goal = PropertyKey("Goal Name")
    /// An address that opened the app gives its parameters to the session's start; this one names its campaign.
    static let link = PropertyKey("CurrentCampaign")

    private static let types: [UniversalEventType] = [
        .installed, .sessionStarted, .sessionEnded, .goalAbandoned, .goalCompleted, .named, .notificationReceived,
        .notificationOpened,
    ]

    let name = "campaigns"
    let eventNames: Set<String>? = Set(types.map(\.eventName))
    let keys = [campaign, goal, link, Identities.recipient, Identities.mobileUser]

    let versions = [
        // 0 stands for no goal and no campaign.
        """
        CREATE TABLE engage_count (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, campaign INTEGER NOT NULL, goal INTEGER NOT NULL,
            type INTEGER NOT NULL, linked INTEGER NOT NULL, events INTEGER NOT NULL,
            PRIMARY KEY (scope, day, campaign, goal, type, linked)) WITHOUT ROWID;
        CREATE TABLE campaign_person (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, campaign INTEGER NOT NULL, converted INTEGER NOT NULL,
            block INTEGER NOT NULL, bits INTEGER NOT NULL,
            PRIMARY KEY (scope, day, campaign, converted, block)) WITHOUT ROWID;
        """
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try CampaignsFold(warehouse) }
}
