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
        let isFraction: Bool
        let choices: [Choice]
        let hasChoices: Bool
        /// The id of a list of what may be typed.
        let suggestions: String?
        let hint: String?
        let problem: String?
        /// The most characters that a browser takes.
        let longest: Int
        /// Whether the field, or the row that it is in, has a problem.
        var isInvalid: Bool
        /// The ids of the texts that describe the field, with spaces between them.
        var described: String?
        /// Where the portal shows the picture that the field names; `nil` for what is no picture of the library.
        var picture: String?
    }

    struct Row: Sendable {
        let id: String
        let legend: String
        /// The entry as it was stored, with what the editor has no field for.
        let stored: Stored?
        let fields: [Field]
        let problem: String?
    }

    struct Stored: Sendable {
        let name: String
        let value: String
    }

    struct Rows: Sendable {
        let name: String
        let title: String
        let hint: String
        let problem: String?
        let count: Int
        let rows: [Row]
        let button: String
        /// The id of the first row that the button adds.
        let next: String
    }

    struct Place: Sendable {
        let tag: String
        let name: String
    }

    struct Gap: Sendable {
        let label: String
        /// The id of the field; `nil` where no field is to blame.
        let anchor: String?

        init(_ gap: UnitGap) {
            label = gap.label
            anchor = gap.field.isEmpty ? nil : UnitFields.id(gap.field)
        }
    }

    let frame: PageFrame
    let address: String
    let id: String
    let kind: String
    let version: Int
    let state: String
    let look: String
    /// What the unit needs before it can start.
    let gaps: [Gap]
    let hasGaps: Bool
    /// The fields with pictures that the media library does not have any more.
    let lost: [Gap]
    let hasLost: Bool
    let isPaused: Bool
    let mayChange: Bool
    let isForm: Bool
    let hasLab: Bool
    let hasPreview: Bool
    let places: [Place]
    let hasPlaces: Bool
    let general: [Field]
    let members: [Field]
    let entries: [Rows]
    let appearance: [Field]
    let schedule: [Field]
    let rules: [Rows]
    let needsStore: Bool
    /// Whether the fields have what was typed and is not stored.
    let isTyped: Bool
    /// What conditions may ask for.
    let attributes: [String]
    /// Of the media library.
    let pictures: [Choice]
}
