import MarqueeWire
import PlatformStore

/// The pictures of an app's media library, as the editor of a unit offers them.
struct UnitPictures: Sendable {
    /// The most pictures that are offered, the newest ones.
    private static let mostOffered = 200

    /// What the fields for pictures suggest: for each picture the size for screens and the small square.
    let choices: [UnitPage.Choice]
    /// By address; `nil` for a size that nobody wrote down.
    private var sizes: [String: MediaRecord.Size?]

    /// - Parameter files: of the library, the newest first.
    init(_ files: [MediaFile], app: String) {
        var choices: [UnitPage.Choice] = []
        var sizes: [String: MediaRecord.Size?] = [:]
        for (place, file) in files.filter({ $0.asset.mediaType.hasPrefix("image/") }).enumerated() {
            let (own, variants) = (file.asset.name, file.media?.variants)
            let known = file.media?.sizes ?? [:]
            func address(_ name: String) -> String? {
                LibraryPicture(app: app, hub: file.asset.hub, name: name)?.address
            }
            for name in [own] + (variants?.names ?? []) {
                if let address = address(name) { sizes.updateValue(known[name], forKey: address) }
            }
            guard place < Self.mostOffered else { continue }
            let whole = variants?.page ?? own
            let size = known[whole].map { "\($0.width) × \($0.height)" }
            let offers = [(whole, size ?? "as it is"), (variants?.thumbnail, "small square")]
            for (name, what) in offers {
                guard let address = name.flatMap(address) else { continue }
                let title = file.media?.origin.fileName ?? own
                choices.append(.init(value: address, name: "\(title): \(what)", isChosen: false))
            }
        }
        (self.choices, self.sizes) = (choices, sizes)
    }

    /// Whether the library has a picture with this address.
    func has(_ address: String) -> Bool { sizes[address] != nil }

    /// Whether the library has the picture, and does not know its size.
    func lacksSize(_ address: String) -> Bool { sizes[address] == .some(nil) }

    mutating func note(_ size: MediaRecord.Size, of address: String) { sizes[address] = size }

    /// Where the portal shows a picture; `nil` for an address that the library does not have.
    func preview(of address: String) -> String? {
        guard has(address), let picture = LibraryPicture(address) else { return nil }
        return "\(UnitPath.pictures)/\(picture.uri.hub)/\(picture.name)"
    }

    /// The document with the sizes that the library knows, in place of those that were typed or belonged to another picture.
    func addingSizes(_ document: UnitDocument) -> UnitDocument { document.settingPictureSizes { sizes[$0] ?? nil } }

    /// The unit as devices get it: its pictures may have been replaced since it was stored.
    func addingSizes(_ unit: ContentUnitRecord) -> ContentUnitRecord {
        var unit = unit
        unit.document = addingSizes(unit.document)
        return unit
    }
}
