import Foundation
package import MarqueeWire
package import PlatformStore

/// The first entry of a backup: what it is, and what it holds.
package struct BackupManifest: Codable, Sendable, Equatable {
    static let entry = "manifest.json"
    static let kind = "marquee backup"
    /// The form of the file that this program writes; it reads this one and all earlier ones.
    static let currentFormat = 1

    /// What the file is.
    let kind: String
    /// The form of the file.
    let format: Int
    /// The version of the program that wrote it.
    package let program: String
    /// The engine that the control plane was on, for people.
    package let engine: String
    /// How many migrations of the control plane had run.
    let layout: Int
    /// When the backup began, in milliseconds since 1970: everything that was stored or acknowledged before is in it.
    package let began: Timestamp
    /// The tables with their rows, in the order in which they can be filled.
    package let tables: [TableDigest]

    init(program: String, engine: String, layout: Int, began: Timestamp, tables: [TableDigest]) {
        kind = Self.kind
        format = Self.currentFormat
        self.program = program
        self.engine = engine
        self.layout = layout
        self.began = began
        self.tables = tables
    }

    func bytes() throws(StoreError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(self) + Data("\n".utf8) } catch {
            throw StoreError(.storage, "the manifest cannot be written", cause: error)
        }
    }

    /// Reads the first entry of a file.
    /// - Throws: `invalid` for a file of another kind and of a later version.
    static func read(_ bytes: Data) throws(StoreError) -> BackupManifest {
        struct Head: Decodable {
            let kind: String
            let format: Int
            let program: String
        }
        let decoder = JSONDecoder()
        guard let head = try? decoder.decode(Head.self, from: bytes), head.kind == kind else {
            throw StoreError(.invalid, "the file is not a backup of Marquee, or its entry \(entry) is damaged")
        }
        guard head.format <= currentFormat else {
            throw StoreError(
                .invalid,
                "by its \(entry), a later version of the program (\(head.program.prefix(40))) wrote the backup: its format "
                    + "is \(head.format), known are those up to \(currentFormat)")
        }
        guard let manifest = try? decoder.decode(BackupManifest.self, from: bytes), manifest.layout > 0 else {
            throw StoreError(.damaged, "the entry \(entry) is damaged")
        }
        guard manifest.layout <= ControlPlane.currentLayout else {
            throw StoreError(
                .invalid,
                "by its \(entry), a later version of the program (\(manifest.program.prefix(40))) wrote the backup: its "
                    + "database has layout \(manifest.layout), known are those up to \(ControlPlane.currentLayout)")
        }
        return manifest
    }
}
