import PlatformStore

/// A capability whose rooms have permissions of their own.
enum Wing: String, Sendable, CaseIterable {
    case content
    case team
}

/// What a person may do in a wing; each role may also do what the ones before it may.
enum Role: String, Sendable, CaseIterable, Comparable {
    case viewer
    case editor
    case owner

    static func < (left: Role, right: Role) -> Bool {
        let order = allCases
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
}
