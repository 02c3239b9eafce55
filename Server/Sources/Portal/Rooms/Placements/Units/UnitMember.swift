import PlatformStore

/// A member of a unit's document that the editor has a field for.
struct UnitMember: Sendable {
    enum Form: Sendable {
        case line
        case text
        case address
        /// The address of a picture.
        case picture
        /// A whole number from 1 on.
        case count
    }

    /// Its place in the document, members of members after a full stop.
    let path: String
    let label: String
    var form = Form.line
    /// Whether the unit cannot start without it.
    var isNeeded = false
    var hint = ""
}

/// Entries of a list in a unit's document, each a row of fields.
struct UnitRows: Sendable {
    struct Column: Sendable {
        enum Form: Sendable {
            case line
            case address
            /// The address of a picture.
            case picture
            /// Texts, each on a line of its own.
            case lines
            case choice([String])
            case check
        }

        let name: String
        let label: String
        var form = Form.line
        /// Whether the unit cannot start with an entry without it.
        var isNeeded = false

        var isPicture: Bool { if case .picture = form { true } else { false } }
    }

    /// The member that is the list.
    let name: String
    let title: String
    /// One entry, for people.
    let entry: String
    let hint: String
    let columns: [Column]

    /// Whether each entry has an id of its own, in the column `id`.
    var hasIDs: Bool { columns.contains { $0.name == "id" } }

    /// Why a text cannot be the id of a question; `nil` for one that can.
    /// - Parameter others: the ids before it, to which it is added.
    static func problem(ofID id: String, after others: inout Set<String>) -> String? {
        guard PlacementRecord.isTag(id) else {
            return "An id has 1 to 80 letters from a to z, also capital ones, digits, “.”, “_” and “-”."
        }
        return others.insert(id).inserted ? nil : "Each question has an id of its own."
    }
}

extension ContentUnitRecord.Kind {
    var title: String {
        switch self {
        case .announcement: "Announcement"
        case .image: "Interstitial image"
        case .moreGames: "More Games"
        case .purchase: "Virtual goods promotion"
        case .reward: "Reward"
        case .form: "Opt-in form"
        }
    }

    /// What the editor asks of a unit of this kind, in the order in which its page shows it.
    var members: [UnitMember] {
        switch self {
        case .announcement:
            [
                UnitMember(path: "title", label: "Title", isNeeded: true),
                UnitMember(path: "message", label: "Message", form: .text, isNeeded: true), Self.link, Self.button,
            ]
        case .image:
            [
                UnitMember(path: "title", label: "What the picture shows", hint: "For players who do not see it.")
            ] + Self.picture("PH_PORTRAIT", "Upright picture") + Self.picture("PH_LANDSCAPE", "Wide picture")
                + [Self.link]
        case .moreGames: [UnitMember(path: "title", label: "Title")]
        case .purchase:
            [
                UnitMember(path: "title", label: "Title", isNeeded: true),
                UnitMember(path: "message", label: "Message", form: .text),
                UnitMember(
                    path: "product", label: "Product", isNeeded: true, hint: "The id that the app’s store knows."),
                UnitMember(path: "name", label: "Name of the product"),
                UnitMember(path: "quantity", label: "Quantity", form: .count, isNeeded: true), Self.image, Self.button,
            ]
        case .reward:
            [
                UnitMember(path: "title", label: "Title", isNeeded: true),
                UnitMember(path: "message", label: "Message", form: .text),
                UnitMember(
                    path: "reward", label: "Reward", isNeeded: true,
                    hint: "The tag by which the app knows it: a-z, 0-9 and _. A change counts for units that are "
                        + "handed out from then on."),
                UnitMember(path: "quantity", label: "Quantity", form: .count, isNeeded: true), Self.image, Self.button,
            ]
        case .form:
            [
                UnitMember(path: "title", label: "Title", isNeeded: true),
                UnitMember(path: "message", label: "Message", form: .text),
            ]
        }
    }

    var rows: UnitRows? {
        switch self {
        case .moreGames:
            UnitRows(
                name: "items", title: "Games", entry: "Game",
                hint:
                    "Shown in this order. A game with a bundle id is left out in that game itself, and where it is installed.",
                columns: [
                    .init(name: "title", label: "Name", isNeeded: true),
                    .init(name: "url", label: "Address in the store", form: .address, isNeeded: true),
                    .init(name: "image", label: "Address of its icon", form: .picture),
                    .init(name: "app", label: "Bundle id"), .init(name: "excluded", label: "Left out", form: .check),
                ])
        case .form:
            UnitRows(
                name: "fields", title: "Questions", entry: "Question",
                hint: "The ids name, email, phone, number, date and gender get fitting fields.",
                columns: [
                    .init(name: "id", label: "Id", isNeeded: true), .init(name: "label", label: "Question"),
                    .init(
                        name: "type", label: "Sort", form: .choice(["", "text", "email", "phone", "number", "date"])),
                    .init(name: "choices", label: "Choices, one on each line", form: .lines),
                    .init(name: "required", label: "Has to be answered", form: .check),
                ])
        case .announcement, .image, .purchase, .reward: nil
        }
    }

    private static let link = UnitMember(
        path: "url", label: "Address", form: .address, hint: "Where the unit leads; empty for nowhere.")
    private static let button = UnitMember(path: "button_text", label: "Text of the button")
    private static let image = UnitMember(
        path: "image.url", label: "Address of a picture", form: .picture, hint: source)
    private static let source = "Choose one of the media library, or give an address that begins with https://."

    private static func picture(_ orientation: String, _ label: String) -> [UnitMember] {
        [
            UnitMember(
                path: "image.\(orientation).url", label: "\(label): address", form: .picture,
                hint: "\(source) The sizes of one from the library are filled in."),
            UnitMember(path: "image.\(orientation).w", label: "\(label): width in pixels", form: .count),
            UnitMember(path: "image.\(orientation).h", label: "\(label): height in pixels", form: .count),
        ]
    }
}
