public import Foundation

extension Configuration {
    /// Reads the app's own files: those that the tables name, among the resources of a bundle.
    ///
    /// When there are several, they are merged key by key: the file of an earlier table wins.
    public static func load(from bundle: Bundle, _ tables: [ConfigurationTable]) -> Configuration {
        let names = tables.flatMap(\.fileNames)
        guard let folder = bundle.resourceURL else { return missing(names) }
        return load(names.map { folder.appending(path: $0) }, publicKey: nil, tables) ?? missing(names)
    }

    /// Reads one configuration file and the public key that belongs to it.
    /// - Parameters:
    ///   - file: a property list or JSON file of at most 1 MiB.
    ///   - publicKey: DER; the key file that the tables name, beside the file, when it is `nil`.
    ///   - tables: the keys and spellings of the capabilities that the app uses.
    /// - Returns: a configuration also when a file is missing or unusable; ``problems`` then says why.
    public static func load(file: URL?, publicKey: URL? = nil, _ tables: [ConfigurationTable]) -> Configuration {
        guard let file else { return missing(tables.flatMap(\.fileNames)) }
        return load([file], publicKey: publicKey, tables) ?? missing([file.lastPathComponent])
    }

    /// Reads a configuration from bytes: a property list of any kind, or JSON.
    public init(data: Data, trustAnchors: [Data] = [], _ tables: [ConfigurationTable]) {
        guard let file = ConfigurationFile(data, name: "the configuration") else {
            self.init(unusable: Self.notADictionary("the configuration"))
            return
        }
        self.init([file], trustAnchors: trustAnchors, tables, fileNames: [])
    }

    private static func load(_ candidates: [URL], publicKey: URL?, _ tables: [ConfigurationTable]) -> Configuration? {
        var files: [ConfigurationFile] = []
        var problems: [ConfigurationProblem] = []
        var found: [URL] = []
        for url in candidates {
            guard let data = try? Data(contentsOf: url) else { continue }
            found.append(url)
            if let file = ConfigurationFile(data, name: url.lastPathComponent) {
                files.append(file)
            } else {
                problems.append(notADictionary(url.lastPathComponent))
            }
        }
        guard let first = found.first else { return nil }
        if files.isEmpty, let problem = problems.first { return Configuration(unusable: problem) }
        let folder = first.deletingLastPathComponent()
        let keyFiles = publicKey.map { [$0] } ?? tables.compactMap(\.publicKeyFileName).map { folder.appending(path: $0) }
        let anchors = keyFiles.compactMap { try? Data(contentsOf: $0) }
        return Configuration(
            files, trustAnchors: anchors, tables, fileNames: found.map(\.lastPathComponent), problems: problems)
    }

    private static func missing(_ names: [String]) -> Configuration {
        let message =
            names.count == 1
            ? "the configuration file \(names[0]) is missing or cannot be read"
            : "there is no configuration file; the app carries one of \(names.joined(separator: ", "))"
        return Configuration(unusable: ConfigurationProblem(.fileMissing, .criticalError, message))
    }

    private static func notADictionary(_ name: String) -> ConfigurationProblem {
        ConfigurationProblem(
            .notADictionary, .criticalError,
            "\(name) is neither a property list nor JSON with a dictionary at its top")
    }
}
