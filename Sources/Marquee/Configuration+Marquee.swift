public import Foundation
public import MarqueeCore
import MarqueeHub

extension Configuration {
    /// What the core and every capability read.
    private static let tables: [ConfigurationTable] = [.core, .hub]

    /// Reads the app's own files: `marquee.json`, `Marquee.plist`, and `zbimconfig.plist` with `pubkey.der`.
    ///
    /// When a bundle has several of them, they are merged key by key; the first in this order wins.
    public static func load(from bundle: Bundle = .main) -> Configuration { load(from: bundle, tables) }

    /// Reads one configuration file and the public key that belongs to it.
    /// - Parameters:
    ///   - file: a property list or JSON file of at most 1 MiB.
    ///   - publicKey: DER; `pubkey.der` beside the file when it is `nil`.
    /// - Returns: a configuration also when a file is missing or unusable; `problems` then says why.
    public static func load(file: URL?, publicKey: URL? = nil) -> Configuration {
        load(file: file, publicKey: publicKey, tables)
    }

    /// Reads a configuration from bytes: a property list of any kind, or JSON.
    public init(data: Data, trustAnchors: [Data] = []) {
        self.init(data: data, trustAnchors: trustAnchors, Self.tables)
    }
}
