public import Foundation
public import MarqueeCore
import MarqueeEngage
import MarqueeHub
import MarqueePlacements

extension Configuration {
    /// The tables of the core and of every capability.
    private static let tables: [ConfigurationTable] = [.core, .hub, .engage, .placements]

    /// Reads the app's own files: `marquee.json`, `Marquee.plist`, and `zbimconfig.plist` with `pubkey.der`,
    /// and `EngageConfig.plist`.
    ///
    /// If a bundle has several of these files, they are merged key by key. The first file in this order wins.
    public static func load(from bundle: Bundle = .main) -> Configuration { load(from: bundle, tables) }

    /// Reads one configuration file and the public key that belongs to it.
    /// - Parameters:
    ///   - file: a property list or JSON file of at most 1 MiB.
    ///   - publicKey: a file in DER format. If it is `nil`, `pubkey.der` in the same folder is used.
    /// - Returns: a configuration, even if a file is missing or unusable; `problems` then gives the reason.
    public static func load(file: URL?, publicKey: URL? = nil) -> Configuration {
        load(file: file, publicKey: publicKey, tables)
    }

    /// Reads a configuration from bytes: a property list in any format, or JSON.
    public init(data: Data, trustAnchors: [Data] = []) {
        self.init(data: data, trustAnchors: trustAnchors, Self.tables)
    }
}
