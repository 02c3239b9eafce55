/// The addresses of the reports of placements, in the order of their tabs.
enum PlacementReportPath: String, CaseIterable {
    case overview = "reports"
    case units = "reports/units"
    case offers = "reports/offers"
    case purchases = "reports/purchases"
    case value = "reports/value"
    case badges = "reports/badges"
    case comparison = "reports/comparison"

    /// The page.
    var address: String { "/portal/\(path)" }

    /// What a route is added by.
    var path: String { "placements/\(rawValue)" }

    /// Whether the report has purchases as they are stored: those do not know the placement of their offer.
    var countsStoredPurchases: Bool { [.offers, .purchases, .value].contains(self) }

    /// As the tab calls it.
    var name: String {
        switch self {
        case .overview: "Overview"
        case .units: "Units"
        case .offers: "Offers"
        case .purchases: "Purchases"
        case .value: "Revenue"
        case .badges: "Badges"
        case .comparison: "Comparison"
        }
    }
}
