/// The keys that one part of the SDK reads from configuration files.
///
/// The facade collects the tables of all capabilities. ``core`` has the keys that every app uses. A capability adds its
/// own keys and the spellings of its ancestor's file. Every file may use every spelling.
public struct ConfigurationTable: Sendable {
    /// The files that contain these keys, in order of precedence.
    public let fileNames: [String]
    /// A public key file in DER in the folder of ``fileNames``; used if no file has ``ConfigurationKey/keys``.
    public let publicKeyFileName: String?
    /// The keys that this part of the SDK reads.
    public let keys: [ConfigurationKey]
    /// Other spellings of keys, including keys of other tables: from the spelling to ``ConfigurationKey/name``.
    ///
    /// A key's own name wins over other spellings. An earlier spelling wins over a later one.
    public let spellings: [(name: String, key: ConfigurationKey)]
    /// Names that files may contain and that the SDK does not use; they cause no warning.
    public let ignored: Set<String>

    package init(
        fileNames: [String], publicKeyFileName: String? = nil, keys: [ConfigurationKey] = [],
        spellings: [(name: String, key: ConfigurationKey)] = [], ignored: Set<String> = []
    ) {
        self.fileNames = fileNames
        self.publicKeyFileName = publicKeyFileName
        self.keys = keys
        self.spellings = spellings
        self.ignored = ignored
    }

    /// The native files and the keys of the core.
    public static let core = ConfigurationTable(
        fileNames: ["marquee.json", "Marquee.plist"],
        keys: [
            .service, .app, .stream, .keys, .uploadPeriod, .uploadBatch, .outboxEvents, .outboxBytes, .outboxDays,
            .sessionTimeout, .diskMegabytes,
        ])
}

extension [ConfigurationTable] {
    var keys: [ConfigurationKey] { flatMap(\.keys) }

    /// Every name that a file may use for the key, in order of precedence.
    func spellings(of key: ConfigurationKey) -> [String] {
        [key.name] + flatMap(\.spellings).filter { $0.key == key }.map(\.name)
    }

    var knownNames: Set<String> {
        Set(keys.map(\.name)).union(flatMap(\.spellings).map(\.name)).union(flatMap(\.ignored))
    }
}
