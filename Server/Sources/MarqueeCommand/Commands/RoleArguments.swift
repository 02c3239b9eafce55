import ArgumentParser
import PlatformStore

/// Roles as a command takes them: pairs such as `content=editor`, or one of the words for a whole team member.
enum RoleArguments {
    static let help: ArgumentHelp = """
        A wing and a role, such as content=editor; "none" closes a wing. Wings: \
        \(list(Wing.allCases)). Roles: \(list(Role.allCases)). Or one word for all wings: administrator, editor, viewer.
        """

    /// Changes roles by the arguments, in their order. Wings that are not named keep their role.
    static func apply(_ arguments: [String], to roles: WingRoles = [:]) throws -> WingRoles {
        var roles = roles
        for argument in arguments.flatMap({
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }) {
            if let named = WingRoles.named(argument) {
                roles = named
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let wing = Wing(rawValue: parts[0]) else {
                throw ValidationError(
                    "\"\(argument)\" is no role such as content=editor; wings are \(list(Wing.allCases))")
            }
            let role = Role(rawValue: parts[1])
            guard role != nil || parts[1] == "none" else {
                throw ValidationError("\"\(parts[1])\" is no role; roles are \(list(Role.allCases)), and none")
            }
            roles[wing] = role
        }
        return roles
    }

    private static func list(_ names: [some RawRepresentable<String>]) -> String {
        names.map(\.rawValue).joined(separator: ", ")
    }
}
