public import Foundation

extension Configuration {
    /// Reads the app's own files: `zbimconfig.plist` and `pubkey.der` among the resources of a bundle.
    public static func load(from bundle: Bundle = .main) -> Configuration {
        load(
            file: bundle.resourceURL?.appending(path: fileName),
            publicKey: bundle.resourceURL?.appending(path: publicKeyFileName))
    }

    /// Reads a configuration file and the public key that goes with it.
    /// - Parameters:
    ///   - file: a property list or JSON file of at most 1 MiB.
    ///   - publicKey: DER; `pubkey.der` beside the file when it is `nil`.
    /// - Returns: a configuration also when a file is missing or unusable; ``problems`` then says why.
    public static func load(file: URL?, publicKey: URL? = nil) -> Configuration {
        guard let file, let data = try? Data(contentsOf: file) else {
            let name = file?.lastPathComponent ?? fileName
            return Configuration(
                unusable: .init(
                    .fileMissing, .criticalError, "the configuration file \(name) is missing or cannot be read"))
        }
        let key = publicKey ?? file.deletingLastPathComponent().appending(path: publicKeyFileName)
        return Configuration(data: data, trustAnchors: (try? Data(contentsOf: key)).map { [$0] } ?? [])
    }

    /// Reads a configuration from bytes: a property list of any kind, or JSON.
    public init(data: Data, trustAnchors: [Data]) {
        guard let file = ConfigurationFile(data) else {
            self.init(
                unusable: .init(
                    .notADictionary, .criticalError,
                    "the configuration is neither a property list nor JSON with a dictionary at its top"))
            return
        }
        self.init(reading: ConfigurationReader(file.values), trustAnchors: trustAnchors)
    }
}
