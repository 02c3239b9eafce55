import Collector
import MarqueeWire

/// The fields by which a person is looked up: what the id is, and the id.
enum PersonForm {
    struct Choice: Sendable {
        let value: String
        let name: String
        let isSelected: Bool
    }

    /// - Returns: `nil` for a form without a usable id.
    static func query(_ form: FormFields) -> PersonQuery? {
        PersonQuery.Kind(rawValue: form["kind"]).flatMap { PersonQuery($0, form["id"]) }
    }

    static func kinds(_ form: FormFields) -> [Choice] {
        PersonQuery.Kind.allCases.map {
            Choice(value: $0.rawValue, name: name(of: $0), isSelected: $0.rawValue == form["kind"])
        }
    }

    static func name(of kind: PersonQuery.Kind) -> String {
        switch kind {
        case .recipient: "recipient id"
        case .mobileUser: "mobile user id"
        case .user: "user of the app"
        case .device: "device (install id)"
        case .common: "common id"
        }
    }

    /// The person in the query of an address.
    static func fields(_ query: PersonQuery) -> String {
        "kind=\(query.kind.rawValue)&id=\(PercentEncoding.encoded(query.id))"
    }
}
