import PlatformStore

/// The editor of a unit.
struct UnitPage: Sendable {
    struct Choice: Sendable {
        let value: String
        let name: String
        let isChosen: Bool
    }

    struct Field: Sendable {
        let id: String
        let name: String
        let label: String
        let value: String
        let type: String
        let isLong: Bool
        let isCheck: Bool
        let isChosen: Bool
        let choices: [Choice]
        let hasChoices: Bool
        let hint: String?
        let problem: String?
    }

    struct Row: Sendable {
        let legend: String
        let fields: [Field]
        let problem: String?
    }

    struct Rows: Sendable {
        let name: String
        let title: String
        let hint: String
        let count: Int
        let rows: [Row]
        let button: String
    }

    struct Place: Sendable {
        let tag: String
        let name: String
    }

    let frame: PageFrame
    let address: String
    let id: String
    let kind: String
    let version: Int
    let state: String
    let look: String
    /// Why the unit cannot start.
    let obstacle: String?
    let isPaused: Bool
    let mayChange: Bool
    let isForm: Bool
    let hasLab: Bool
    let places: [Place]
    let hasPlaces: Bool
    let general: [Field]
    let members: [Field]
    let entries: [Rows]
    let appearance: [Field]
    let schedule: [Field]
    let rules: [Rows]
    let needsStore: Bool
}
