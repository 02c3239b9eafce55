import MarqueeWire

/// What a request asks or reports, with the parameters that only this kind has.
enum RequestKind: Sendable, Equatable {
    case open(sessions: Int, seconds: Int64)
    case content(ContentParameters)
    /// The parameters come from the template of the unit below, and what they lack from the app.
    case subcontent([String: String])
    case badge(placement: String)
    case purchase([String: String])

    var route: PlacementRoute {
        switch self {
        case .open: .open
        case .content, .subcontent, .badge: .content
        case .purchase: .purchase
        }
    }

    var parameters: [String: String] {
        switch self {
        case .open(let sessions, let seconds): ["scount": String(sessions), "ssum": String(seconds)]
        case .content(let parameters): parameters.values
        case .subcontent(let parameters), .purchase(let parameters): parameters
        case .badge(let placement): ["placement_id": placement, "metadata": "1"]
        }
    }
}
