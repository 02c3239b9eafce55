/// What a campaign did in some days of UTC.
public struct CampaignFigures: Sendable, Hashable {
    /// The value of `Campaign Name`; `nil` for events without one.
    public let campaign: String?
    /// The day; `nil` for all days of the question together.
    public let day: Day?
    /// Notifications that were opened, and sessions that a link with the campaign started.
    public var opens = 0
    /// `goalCompleted` events.
    public var completed = 0
    /// `goalAbandoned` events.
    public var abandoned = 0
    /// People whose events carry the campaign: by recipient, else mobile user, else the app's user or the install.
    public var people = 0
    /// Those of them who completed a goal.
    public var converted = 0

    /// Figures that are all zero.
    public init(campaign: String?, day: Day?) {
        self.campaign = campaign
        self.day = day
    }

    /// The campaign as reports name it.
    public var label: String { campaign ?? "none" }

    /// The part of the people who completed a goal, 0 to 1; 0 without people.
    public var conversionRate: Double { people == 0 ? 0 : Double(converted) / Double(people) }

    /// A line for each campaign and day.
    public static func csv(_ figures: [CampaignFigures]) -> String {
        var table = CSVTable([
            "campaign", "day", "opens", "goals_completed", "goals_abandoned", "people", "converted", "conversion_rate",
        ])
        for line in figures {
            table.add([
                .text(line.label), .text(line.day?.description ?? ""), .count(line.opens), .count(line.completed),
                .count(line.abandoned), .count(line.people), .count(line.converted), .number(line.conversionRate),
            ])
        }
        return table.text
    }
}
