/// Installs that the app said belong to one person, with everything that is linked to them.
public struct PersonProfile: Sendable, Hashable {
    /// The id that the app passed on each install.
    public let common: String
    /// Every link of these installs, removed ones included, by install and then by time.
    public let links: [IdentityLink]

    /// The ids of the links that hold, for a timeline, an export or an erasure.
    public var ids: PersonIDs {
        let links = links.filter { $0.removed == nil }
        func ids(_ kind: IdentityLink.Kind) -> [String] {
            links.filter { $0.kind == kind }.map(\.id).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        let devices = links.filter { $0.kind == .common && $0.id.hasSameBytes(as: common) }.map(\.install)
        return PersonIDs(
            recipient: ids(.recipient).last, mobileUsers: ids(.mobileUser), users: ids(.user), devices: devices)
    }
}
