/// What a person may do in one wing; each role includes those before it.
public enum Role: String, Sendable, Codable, CaseIterable, Comparable {
    /// Looks at everything that is not secret.
    case viewer
    /// Changes what the wing is for.
    case editor
    /// Also changes how the wing works, and what cannot be undone.
    case owner

    /// Compares what two roles may do.
    public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .editor: 1
        case .owner: 2
        }
    }
}
