/// What one part of the SDK reads from configuration files.
///
/// The facade assembles the tables of all capabilities: ``core`` knows the names that every app uses, a capability adds
/// its own keys and the spellings of its ancestor's file. Every file may use every spelling.
public struct ConfigurationTable: Sendable {
    /// The files that hold these keys, in the order of precedence.
    public let fileNames: [String]
    /// A file with a public key in DER beside ``fileNames``; read when no file has ``ConfigurationKey/keys``.
    public let publicKeyFileName: String?
    /// The settings.
    public let keys: [ConfigurationKey]
    /// Other spellings of keys, also of other tables: spelling to ``ConfigurationKey/name``.
    ///
    /// A key's own name wins over them, an earlier spelling over a later one.
    public let spellings: [(name: String, key: ConfigurationKey)]
    /// Names that files hold and that mean nothing here, so that they draw no warning.
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

    /// Every name under which a file may give a value of the key, in the order of precedence.
    func spellings(of key: ConfigurationKey) -> [String] {
        [key.name] + flatMap(\.spellings).filter { $0.key == key }.map(\.name)
    }

    var knownNames: Set<String> {
        Set(keys.map(\.name)).union(flatMap(\.spellings).map(\.name)).union(flatMap(\.ignored))
    }
}
