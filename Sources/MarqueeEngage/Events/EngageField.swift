/// The attributes that the app may give other names, with their key in `EngageConfig.plist`.
public enum EngageField: String, Sendable, CaseIterable {
    /// How long a session was active, in whole seconds.
    case sessionDuration = "UBFSessionDurationFieldName"
    /// The app's tags, joined with commas.
    case tags = "UBFTagsFieldName"
    /// The text of a notification.
    case displayedMessage = "UBFDisplayedMessageFieldName"
    /// What a notification asks for.
    case callToAction = "UBFCallToActionFieldName"
    /// The name of a named event.
    case eventName = "UBFEventNameFieldName"
    /// The name of a goal.
    case goalName = "UBFGoalNameFieldName"
    /// The campaign that is active.
    case currentCampaign = "UBFCurrentCampaignFieldName"
    /// The campaign that was active last.
    case lastCampaign = "UBFLastCampaignFieldName"
    /// The address of the device's location.
    case locationAddress = "UBFLocationAddressFieldName"
    /// The name of the device's location.
    case locationName = "UBFLocationNameFieldName"
    /// The latitude of the device's location.
    case latitude = "UBFLatitudeFieldName"
    /// The longitude of the device's location.
    case longitude = "UBFLongitudeFieldName"

    /// The name while the configuration has no other.
    public var defaultName: String {
        switch self {
        case .sessionDuration: "Session Duration"
        case .tags: "Tags"
        case .displayedMessage: "Displayed Message"
        case .callToAction: "Call To Action"
        case .eventName: "Event Name"
        case .goalName: "Goal Name"
        case .currentCampaign: "Campaign Name"
        case .lastCampaign: "Last Campaign"
        case .locationAddress: "Location Address"
        case .locationName: "Location Name"
        case .latitude: "Latitude"
        case .longitude: "Longitude"
        }
    }
}

/// The names of the attributes in events, as the configuration has them.
struct EngageFieldNames: Sendable {
    private let names: [EngageField: String]

    /// - Parameter names: other names; a missing or empty one leaves the default.
    init(_ names: [EngageField: String] = [:]) {
        self.names = names.filter { !$0.value.isEmpty }
    }

    subscript(_ field: EngageField) -> String { names[field] ?? field.defaultName }
}
