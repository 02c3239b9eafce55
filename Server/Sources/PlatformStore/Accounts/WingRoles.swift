/// A person's roles, one for each wing that is open to them.
public typealias WingRoles = [Wing: Role]

extension [Wing: Role] {
    /// Everything, accounts included: the roles of the first account.
    public static var administrator: WingRoles { WingRoles(uniqueKeysWithValues: Wing.allCases.map { ($0, .owner) }) }
    /// Writes and publishes content, and looks at the team's pages.
    public static var contentEditor: WingRoles { [.content: .editor, .team: .viewer] }
    /// Looks at everything and changes nothing.
    public static var onlooker: WingRoles { WingRoles(uniqueKeysWithValues: Wing.allCases.map { ($0, .viewer) }) }

    /// The roles that one word stands for: `administrator`, `editor` or `viewer`, as roles were called before there were
    /// wings; `nil` for another word.
    public static func named(_ word: String) -> WingRoles? {
        switch word {
        case "administrator": .administrator
        case "editor": .contentEditor
        case "viewer": .onlooker
        default: nil
        }
    }

    /// The roles as `content=editor, team=viewer`, in the order of the wings.
    public var text: String {
        Wing.allCases.compactMap { wing in self[wing].map { "\(wing.rawValue)=\($0.rawValue)" } }
            .joined(separator: ", ")
    }
}
