import MarqueeWire
import PlatformStore

/// The pictures of an app's media library, as the editor of a unit offers them.
struct UnitPictures: Sendable {
    /// The most pictures that are offered, the newest ones.
    private static let mostOffered = 200

    /// What the fields for pictures suggest: for each picture the size for screens and the small square.
    let choices: [UnitPage.Choice]
    /// By address; `nil` for a size that nobody wrote down.
    private let sizes: [String: MediaRecord.Size?]

    /// - Parameter files: of the library, the newest first.
    init(_ files: [MediaFile], app: String) {
        var choices: [UnitPage.Choice] = []
        var sizes: [String: MediaRecord.Size?] = [:]
        for file in files where file.asset.mediaType.hasPrefix("image/") {
            let media = file.media
            func address(_ name: String?) -> String? {
                name.flatMap { LibraryPicture(app: app, hub: file.asset.hub, name: $0) }?.address
            }
            func add(_ name: String?, _ size: MediaRecord.Size?) {
                if let address = address(name) { sizes.updateValue(size, forKey: address) }
            }
            func offer(_ name: String?, _ what: String) {
                guard let address = address(name), choices.count < 2 * Self.mostOffered else { return }
                let title = media?.origin.fileName ?? file.asset.name
                choices.append(.init(value: address, name: "\(title): \(what)", isChosen: false))
            }
            add(file.asset.name, media?.size)
            add(media?.variants.page, media?.variants.pageSize)
            add(media?.variants.card, media?.variants.cardSize)
            add(media?.variants.thumbnail, nil)
            let (name, size) =
                media?.variants.page.map { ($0, media?.variants.pageSize) } ?? (file.asset.name, media?.size)
            offer(name, size.map { "\($0.width) × \($0.height)" } ?? "as it is")
            offer(media?.variants.thumbnail, "small square")
        }
        (self.choices, self.sizes) = (choices, sizes)
    }

    /// Whether the library has a picture with this address.
    func has(_ address: String) -> Bool { sizes[address] != nil }

    /// The document with the sizes that the library knows, in place of those that were typed or belonged to another picture.
    func addingSizes(_ document: UnitDocument) -> UnitDocument {
        ["PH_PORTRAIT", "PH_LANDSCAPE"].reduce(document) { document, orientation in
            let path = "image.\(orientation)"
            guard let address = document.value(at: "\(path).url")?.text, let size = sizes[address] ?? nil
            else { return document }
            return document.setting("\(path).w", to: .integer(Int64(size.width)))
                .setting("\(path).h", to: .integer(Int64(size.height)))
        }
    }
}
