import Foundation
import PlatformStore

extension WingRoles {
    /// The roles for people, such as "Content: editor, Team: viewer", in the order of the wings.
    var words: String {
        let roles = Wing.allCases.compactMap { wing in
            self[wing].map { "\(wing.rawValue.capitalized): \($0.rawValue)" }
        }
        return roles.isEmpty ? "none" : roles.joined(separator: ", ")
    }
}
