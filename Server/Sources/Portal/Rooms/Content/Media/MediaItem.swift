import MarqueeWire
import PlatformStore
import Publishing

/// A file of the library as pages show it.
struct MediaItem: Sendable {
    let name: String
    /// As the person who brought the file called it.
    let title: String
    let hub: String
    let hubTitle: String
    let address: String
    /// Of a picture to look at; `nil` for a file that has none.
    let thumbnail: String?
    let kind: String
    let alt: String
    /// What a text says to show the file.
    let markdown: String
    let facts: String
    /// Whether somebody has to write an alternative text.
    let needsAlt: Bool

    init(_ file: MediaFile, hubTitle: String) {
        let (asset, media) = (file.asset, file.media)
        name = asset.name
        title = media?.origin.fileName ?? asset.name
        hub = asset.hub
        self.hubTitle = hubTitle
        address = Self.address(asset.uri)
        let isPicture = asset.mediaType.hasPrefix("image/")
        thumbnail = Self.thumbnail(file)
        kind = Self.kind(file)
        alt = media?.description.alt ?? ""
        // Of a picture that an import brought, the articles of that import say what it shows.
        needsAlt = isPicture && media?.description.isMissing ?? false
        markdown = Self.markdown(file)
        let size = media?.size.map { "\($0.width) × \($0.height)" }
        facts = [kind, size, ImportRoom.size(asset.object.length)].compactMap { $0 }.joined(separator: " · ")
    }

    /// Where a picture to look at is; `nil` for a file that has none.
    static func thumbnail(_ file: MediaFile) -> String? {
        let (asset, media) = (file.asset, file.media)
        if let name = media?.variants.thumbnail { return bytes(asset.hub, name, media?.version) }
        return asset.mediaType.hasPrefix("image/") ? bytes(asset.hub, asset.name, media?.version) : nil
    }

    static func kind(_ file: MediaFile) -> String {
        let type = file.asset.mediaType
        switch file.media?.kind {
        case .video: return "Video"
        case .sound: return "Sound"
        case .captions: return "Captions"
        case .picture, nil: return type.hasPrefix("image/") ? "Picture" : "File"
        }
    }

    /// The Markdown that shows a file.
    static func markdown(_ file: MediaFile) -> String {
        let alt = file.media?.description.alt ?? ""
        let isAsked = file.media?.description.isMissing ?? true
        let plain = alt.unicodeScalars.map { "[]\\<>\n\r".unicodeScalars.contains($0) ? " " : String($0) }.joined()
        return "![\(isAsked && alt.isEmpty ? ArticlePictures.placeholder : plain)](\(file.asset.name))"
    }

    static func address(_ uri: ContentURI) -> String {
        guard case .asset(let name) = uri.place else { return "/portal/media" }
        return "/portal/media/\(uri.hub)/\(name)"
    }

    /// Where the bytes of an asset are; another version is another address.
    static func bytes(_ hub: String, _ name: String, _ version: Int?) -> String {
        "/portal/preview/\(hub)/\(ContentURI(hub: hub, .asset(name)).path)?v=\(version ?? 0)"
    }
}
