/// One thing that an API token may be allowed to do. No scope includes another one.
///
/// The names are stored and stand in the API's documents.
public enum APIScope: String, Sendable, Codable, CaseIterable, Comparable {
    case appsRead = "apps:read"
    case appsWrite = "apps:write"
    case contentRead = "content:read"
    case contentWrite = "content:write"
    case releasesRead = "releases:read"
    case publish
    case reportsRead = "reports:read"
    case eventsRead = "events:read"
    case placementsRead = "placements:read"
    case placementsWrite = "placements:write"

    /// What a token with the scope can do, for people.
    public var purpose: String {
        switch self {
        case .appsRead: "List apps, and read their settings"
        case .appsWrite: "Create and change apps"
        case .contentRead: "Read hubs, channels and articles, also those that are not published"
        case .contentWrite: "Create, change, import and delete content"
        case .releasesRead: "List releases and what they contain"
        case .publish: "Publish, and go back to an earlier release"
        case .reportsRead: "Read reports"
        case .eventsRead: "Read single events, with installs and users"
        case .placementsRead: "Read placements, content units and the answers of forms"
        case .placementsWrite: "Create, change and delete placements and content units"
        }
    }

    /// Compares by name, so that lists have an order.
    public static func < (left: APIScope, right: APIScope) -> Bool { left.rawValue < right.rawValue }
}
