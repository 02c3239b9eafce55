import Foundation
import PlatformStore

/// A person's role in one wing as a field of a form.
struct RoleChoice: Sendable {
    struct Option: Sendable {
        let value: String
        let label: String
        let isCurrent: Bool
    }

    private static let closed = "none"

    /// The name of the wing for people.
    let wing: String
    let field: String
    let options: [Option]

    /// One field for each wing.
    /// - Parameters:
    ///   - roles: those that are chosen at first.
    ///   - highest: the highest role that may be chosen in a wing; `nil` for none.
    static func fields(_ roles: WingRoles, upTo highest: (Wing) -> Role? = { _ in .owner }) -> [RoleChoice] {
        Wing.allCases.map { wing in
            let none = Option(value: closed, label: "no access", isCurrent: roles[wing] == nil)
            return RoleChoice(
                wing: wing.rawValue.capitalized, field: field(wing),
                options: [none]
                    + Role.allCases.filter { role in highest(wing).map { role <= $0 } ?? false }.map {
                        Option(value: $0.rawValue, label: $0.rawValue, isCurrent: $0 == roles[wing])
                    })
        }
    }

    /// Reads the fields of a form.
    static func roles(_ form: FormFields) throws(PortalError) -> WingRoles {
        var roles: WingRoles = [:]
        for wing in Wing.allCases {
            let value = form[field(wing)]
            guard value != closed else { continue }
            guard let role = Role(rawValue: value) else {
                throw PortalError(.invalidField, "A role is viewer, editor or owner.")
            }
            roles[wing] = role
        }
        return roles
    }

    private static func field(_ wing: Wing) -> String { "role-\(wing.rawValue)" }
}
