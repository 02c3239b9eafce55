import Foundation
public import MarqueeWire
import Secrets

/// What the template of a unit draws: a JSON object of bounded size.
public struct UnitDocument: Sendable, Hashable, Codable {
    /// The largest document, in bytes of JSON.
    public static let maximumSize = 32 << 10
    /// The most entries of a list of games, and the most questions of a form.
    private static let mostItems = 50
    private static let orientations = ["PH_PORTRAIT", "PH_LANDSCAPE"]

    /// The members.
    public let members: [String: JSONValue]

    /// An object with these members.
    public init(_ members: [String: JSONValue] = [:]) {
        self.members = members
    }

    /// Reads a JSON object.
    public init(from decoder: any Decoder) throws {
        members = try decoder.singleValueContainer().decode([String: JSONValue].self)
    }

    /// Writes a JSON object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(members)
    }

    /// A member; `nil` for one that is missing or `null`.
    public subscript(_ name: String) -> JSONValue? { JSONValue.record(members)[name] }

    /// The addresses where the unit leads, by their place: of the entries, or the one of the unit itself.
    public var links: [String] {
        if let items = self["items"]?.list { return items.map { $0["url"]?.text ?? "" } }
        return [self["url"]?.text ?? ""]
    }

    /// The apps that a list names, if every entry that is not left out names one; `nil` for what is no list, and for a list
    /// that has an entry for everybody.
    var listedApps: Set<String>? {
        guard let items = self["items"]?.list else { return nil }
        let apps = items.filter { $0["excluded"]?.truth != true }.map { $0["app"]?.text }
        return apps.contains(nil) ? nil : Set(apps.compactMap(\.self))
    }

    /// Where a tap leads on a unit that was answered earlier: a list may have been edited since.
    /// - Parameters:
    ///   - place: the place of the entry when the unit was answered.
    ///   - mark: ``mark(of:)`` of the entry; `nil` for the entry that is at the place now.
    /// - Returns: `nil` if the entry is gone, or leads nowhere.
    public func link(at place: Int, mark: String?) -> String? {
        var place = place
        if let mark {
            let entries = self["items"]?.list ?? []
            let wanted = mark.split(separator: ".")
            let places = entries.indices.filter { place in
                zip(Self.mark(of: entries[place]).split(separator: "."), wanted).contains { $0 == $1 }
            }
            guard let first = places.first else { return nil }
            if !places.contains(place) { place = first }
        }
        let links = links
        return links.indices.contains(place) && !links[place].isEmpty ? links[place] : nil
    }

    /// Tells an entry from the others of a list by its title and its address: either may be edited.
    public static func mark(of entry: JSONValue) -> String {
        ["title", "url"].map { RandomToken.hash(entry[$0]?.text ?? "").prefix(12) }.joined(separator: ".")
    }

    /// The document with other addresses of its pictures.
    public func mappingPictures(_ change: (String) -> String) -> UnitDocument {
        var members = members
        if let image = members["image"] { members["image"] = Self.mapping(image, change) }
        if case .list(let items) = members["items"] {
            members["items"] = .list(
                items.map { item in
                    guard case .record(var entry) = item, let image = entry["image"] else { return item }
                    entry["image"] = Self.mapping(image, change)
                    return .record(entry)
                })
        }
        return UnitDocument(members)
    }

    /// A picture is its address, an object with it, or an object with pictures for the two orientations.
    private static func mapping(_ image: JSONValue, _ change: (String) -> String) -> JSONValue {
        switch image {
        case .text(let address): return .text(change(address))
        case .record(var members):
            if case .text(let address) = members["url"] { members["url"] = .text(change(address)) }
            for name in orientations {
                if case .record(var picture) = members[name], case .text(let address) = picture["url"] {
                    picture["url"] = .text(change(address))
                    members[name] = .record(picture)
                }
            }
            return .record(members)
        default: return image
        }
    }

    /// The document with the sizes of its pictures for the two orientations, in place of those that it has.
    /// - Parameter size: of the picture with an address; `nil` keeps the sizes of the document.
    public func settingPictureSizes(_ size: (String) -> MediaRecord.Size?) -> UnitDocument {
        guard case .record(var image) = members["image"] else { return self }
        for name in Self.orientations {
            guard case .record(var picture) = image[name], let known = picture["url"]?.text.flatMap(size) else {
                continue
            }
            picture["w"] = .integer(Int64(known.width))
            picture["h"] = .integer(Int64(known.height))
            image[name] = .record(picture)
        }
        return UnitDocument(members.merging(["image": .record(image)]) { $1 })
    }

    /// The addresses of the pictures whose sizes the document has.
    var sizedPictures: [String] { Self.orientations.compactMap { members["image"]?[$0]?["url"]?.text } }

    /// The pictures that are in the media library.
    public var libraryPictures: Set<LibraryPicture> {
        var found: Set<LibraryPicture> = []
        _ = mappingPictures { address in
            if let picture = LibraryPicture(address) { found.insert(picture) }
            return address
        }
        return found
    }

    /// Refuses pictures of this server that are not in the library of the app.
    func checkPictures(of app: String) throws(StoreError) {
        var stranger: String?
        _ = mappingPictures { address in
            if address.hasPrefix("/"), LibraryPicture(address)?.app != app { stranger = address }
            return address
        }
        guard let stranger else { return }
        throw StoreError(
            .invalid,
            "\"\(stranger.prefix(120))\" is no picture of the app's library: its address is /v3/pictures/\(app)/HUB/NAME"
        )
    }

    func checkSize() throws(StoreError) {
        let bytes = JSONValue.record(members).bytes
        guard bytes.count <= Self.maximumSize, JSONValue.depth(of: bytes) <= 16 else {
            throw StoreError(.invalid, "a unit's document has at most \(Self.maximumSize) bytes and 16 levels")
        }
        for name in ["items", "fields"] where (members[name]?.list?.count ?? 0) > Self.mostItems {
            throw StoreError(.invalid, "a unit's document has at most \(Self.mostItems) \(name)")
        }
        // PostgreSQL has no texts with a zero byte, which JSON writes as an escape.
        guard !String(decoding: bytes, as: UTF8.self).contains("\\u0000") else {
            throw StoreError(.invalid, "a unit's document has no zero bytes")
        }
    }

    /// Refuses a document without a member that its kind needs.
    func check(for kind: ContentUnitRecord.Kind) throws(StoreError) {
        switch kind {
        case .announcement: try require("title", "message")
        case .image:
            guard Self.orientations.contains(where: { Self.isPicture(self["image"]?[$0]) }) else {
                throw StoreError(.invalid, "\"image\" has a picture with url, w and h for an orientation")
            }
        case .moreGames:
            let items = self["items"]?.list ?? []
            guard (1...Self.mostItems).contains(items.count),
                items.allSatisfy({ $0["title"]?.text?.isEmpty == false && Self.isAddress($0["url"]?.text) })
            else {
                throw StoreError(
                    .invalid, "\"items\" has 1 to \(Self.mostItems) games, each with a title and the url of its store")
            }
        case .purchase:
            try require("title", "product")
            try requireQuantity()
        case .reward:
            try require("title", "reward")
            try requireQuantity()
        case .form:
            try require("title")
            let ids = (self["fields"]?.list ?? []).compactMap { $0["id"]?.text }
            guard (1...Self.mostItems).contains(ids.count), ids.count == self["fields"]?.list?.count,
                Set(ids).count == ids.count, ids.allSatisfy(PlacementRecord.isTag)
            else {
                throw StoreError(
                    .invalid, "\"fields\" has 1 to \(Self.mostItems) questions, each with an id of its own")
            }
        }
        if let url = self["url"], !Self.isAddress(url.text) {
            throw StoreError(.invalid, "\"url\" is an address that begins with http or https")
        }
        if let transition = self["transition"] {
            guard let text = transition.text, ContentUnit.Transition(rawValue: text) != nil else {
                throw StoreError(.invalid, "\"transition\" is PH_DIALOG or PH_MODAL")
            }
        }
        guard hasPlace else {
            throw StoreError(
                .invalid,
                "\"frame\" is PH_FULLSCREEN, or has rectangles with x, y, w and h for PH_PORTRAIT or PH_LANDSCAPE")
        }
    }

    /// Whether devices have a place for the unit. They show nothing of one whose frame they cannot read.
    private var hasPlace: Bool {
        let members: [String: JSONValue] = [
            "url": .text("https://unit.example"), "frame": self["frame"] ?? .text("PH_FULLSCREEN"),
            "transition": .text(ContentUnit.Transition.dialog.rawValue),
        ]
        switch ContentUnit(.record(members))?.frame {
        case .fullScreen: return true
        case .rectangles(let rectangles):
            return !rectangles.isEmpty && rectangles.values.allSatisfy { $0.width > 0 && $0.height > 0 }
        case nil: return false
        }
    }

    /// The ids of a form's questions.
    public var fieldIDs: [String] { (self["fields"]?.list ?? []).compactMap { $0["id"]?.text } }

    private func require(_ names: String...) throws(StoreError) {
        for name in names where self[name]?.text?.isEmpty ?? true {
            throw StoreError(.invalid, "\"\(name)\" is missing in the unit's document")
        }
    }

    private func requireQuantity() throws(StoreError) {
        guard let quantity = self["quantity"]?.integer, (1...1_000_000).contains(quantity) else {
            throw StoreError(.invalid, "\"quantity\" is a whole number from 1 to 1,000,000")
        }
    }

    private static func isPicture(_ value: JSONValue?) -> Bool {
        guard let value else { return false }
        let address = value["url"]?.text
        return (isAddress(address) || address.flatMap(LibraryPicture.init) != nil) && value["w"]?.number ?? 0 > 0
            && value["h"]?.number ?? 0 > 0
    }

    private static func isAddress(_ text: String?) -> Bool {
        guard let text, text.utf8.count <= 2048, let url = URL(string: text),
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return false }
        return url.host()?.isEmpty == false
    }
}
