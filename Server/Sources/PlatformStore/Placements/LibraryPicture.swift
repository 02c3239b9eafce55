public import MarqueeWire

/// A picture of the media library in a unit's document: `/v3/pictures/APP/HUB/NAME`.
///
/// The server puts its own address before it when it answers a device, so the same unit serves every address of the server.
public struct LibraryPicture: Sendable, Hashable {
    private static let start = ["", "v3", "pictures"]

    /// The app whose library has it.
    public let app: String
    /// The asset: the picture, or a variant that was made of it.
    public let uri: ContentURI
    /// The asset's name.
    public let name: String

    /// Names an asset.
    /// - Returns: `nil` if a name is not one by the rule of ``MarqueeWire/Scope``.
    public init?(app: String, hub: String, name: String) {
        guard [app, hub, name].allSatisfy(Scope.isValid) else { return nil }
        (self.app, self.name) = (app, name)
        uri = ContentURI(hub: hub, .asset(name))
    }

    /// Reads an address of a document; `nil` for every other one.
    public init?(_ address: String) {
        let parts = address.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, Array(parts.prefix(3)) == Self.start else { return nil }
        self.init(app: parts[3], hub: parts[4], name: parts[5])
    }

    /// The address in a document, without the server's own.
    public var address: String { (Self.start + [app, uri.hub, name]).joined(separator: "/") }
}
