import Foundation
import GRDB
import MarqueeWire

/// Compares the rows of a content file with the signed manifests.
struct RowComparison {
    private let catalog: Catalog

    init(_ catalog: Catalog) {
        self.catalog = catalog
    }

    /// - Throws: ``WireError`` when a row is missing, added or changed, or when an object of the release is missing.
    func verify(_ db: Database) throws {
        try verifyItems(db)
        try verifyTags(db)
        try verifyAssets(db)
        try verifyObjects(db)
    }

    private func verifyItems(_ db: Database) throws {
        let sql =
            "SELECT uri, type, parent, title, summary, published, expires, source, language, sha256, position FROM item"
        let rows = try Row.fetchCursor(db, sql: sql)
        var positions: [ContentURI: Int] = [:]
        while let row = try rows.next() {
            guard let text: String = row[0], let uri = try? ContentURI(text), let item = catalog.item(uri),
                matches(row, item),
                positions.updateValue(row[10], forKey: uri) == nil
            else { throw WireError(.wrongHash, "an item's row was changed") }
        }
        guard positions.count == catalog.items.count else {
            throw WireError(.wrongHash, "the file has \(positions.count) of \(catalog.items.count) item rows")
        }
        for parent in [nil] + catalog.items.map({ Optional($0.uri) }) {
            let order = catalog.children(of: parent).compactMap { positions[$0.uri] }
            guard zip(order, order.dropFirst()).allSatisfy(<) else {
                throw WireError(.wrongHash, "the order of items was changed")
            }
        }
    }

    private func matches(_ row: Row, _ item: ContentItem) -> Bool {
        row[0] == item.uri.description && row[1] == item.type.rawValue && row[2] == item.parent?.description
            && row[3] == item.title
            && row[4] == item.summary && row[5] == item.published?.milliseconds && row[6] == item.expires?.milliseconds
            && row[7] == item.source && row[8] == item.language && row[9] == item.page.sha256.hex
    }

    private func verifyTags(_ db: Database) throws {
        var count = 0
        let rows = try Row.fetchCursor(db, sql: "SELECT uri, tag FROM item_tag")
        while let row = try rows.next() {
            count += 1
            guard let text: String = row[0], let tag: String = row[1], let uri = try? ContentURI(text),
                catalog.item(uri)?.tags.contains(where: { TagName($0) == TagName(tag) }) == true
            else { throw WireError(.wrongHash, "an item's tag was changed") }
        }
        guard count == catalog.items.reduce(0, { $0 + $1.tags.count }) else {
            throw WireError(.wrongHash, "tags were removed")
        }
    }

    private func verifyAssets(_ db: Database) throws {
        var count = 0
        let rows = try Row.fetchCursor(db, sql: "SELECT uri, media_type, sha256 FROM asset")
        while let row = try rows.next() {
            count += 1
            guard let text: String = row[0], let uri = try? ContentURI(text), let asset = catalog.assets[uri],
                row[1] == asset.mediaType,
                row[2] == asset.object.sha256.hex
            else { throw WireError(.wrongHash, "an asset's row was changed") }
        }
        guard count == catalog.assets.count else {
            throw WireError(.wrongHash, "the file has \(count) of \(catalog.assets.count) asset rows")
        }
    }

    private func verifyObjects(_ db: Database) throws {
        var missing = Set(catalog.objects.keys)
        let rows = try Row.fetchCursor(db, sql: "SELECT sha256, length FROM object")
        while let row = try rows.next() {
            guard let hex: String = row[0], let hash = ObjectHash(hex: hex), let object = catalog.objects[hash] else {
                continue
            }
            if row[1] == object.length { missing.remove(hash) }
        }
        guard missing.isEmpty else { throw WireError(.truncated, "\(missing.count) objects are missing") }
    }
}
