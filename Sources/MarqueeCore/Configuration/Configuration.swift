public import Foundation
public import MarqueeWire

/// What the app says about itself and its server.
///
/// Made in code or read from the app's files. Reading never fails: ``problems`` says what is wrong, and the defaults
/// hold for the rest.
///
/// A file overrides the defaults of the ``ConfigurationTable`` key by key. It is JSON or a property list:
///
/// ```json
/// {
///     "service": "https://marquee.example/v1/apps/brand/main",
///     "app": "brand",
///     "keys": ["MCowBQYDK2VwAyEA…"],
///     "upload": { "periodSeconds": 30 }
/// }
/// ```
public struct Configuration: Sendable, Hashable {
    /// Where content comes from and events go; `nil` when the configuration does not name a usable address.
    ///
    /// No other host is ever contacted in its place.
    public let service: URL?
    /// The app and stream that signed documents must be made for.
    public let scope: Scope?
    /// The app's name in events; without it no event is uploaded.
    public let app: String?
    /// The keys that content must lead back to, as SubjectPublicKeyInfo or certificate in DER.
    public let trustAnchors: [Data]
    /// What was wrong, worst first.
    ///
    /// Written to the log at start.
    public let problems: [ConfigurationProblem]
    /// The names of the files that were read, in the order of precedence; empty for one made in code.
    package let fileNames: [String]

    private let values: [String: ConfigurationKey.Value]

    /// Makes a configuration in code; ``problems`` says what is wrong with it, as for a file.
    /// - Parameters:
    ///   - service: `https://HOST/v1/apps/APP/STREAM`; with `http` for this machine alone.
    ///   - app: who events are reported for; the address's app when it is `nil`.
    ///   - trustAnchors: the app's public keys in DER; none in an app without a content hub.
    ///   - settings: values for keys, as a file would give them.
    public init(
        service: URL, app: String? = nil, trustAnchors: [Data] = [],
        settings: [ConfigurationKey: ConfigurationKey.Value] = [:]
    ) {
        var values: [String: ConfigurationFile.Scalar] = [ConfigurationKey.service.name: .text(service.absoluteString)]
        values[ConfigurationKey.app.name] = (app ?? ServiceAddress(service)?.scope?.app).map { .text($0) }
        for (key, value) in settings { values[key.name] = .init(value) }
        let known = Set(ConfigurationTable.core.keys)
        let more = ConfigurationTable(fileNames: [], keys: settings.keys.filter { !known.contains($0) })
        self.init(
            [ConfigurationFile(values, name: "the settings")], trustAnchors: trustAnchors, [.core, more], fileNames: [])
    }

    init(
        _ files: [ConfigurationFile], trustAnchors: [Data], _ tables: [ConfigurationTable], fileNames: [String],
        problems: [ConfigurationProblem] = []
    ) {
        var reader = ConfigurationReader(files, tables)
        reader.readAll()
        let address = reader.serviceAddress()
        service = address?.url
        scope = address?.scope
        app = reader.text(.app)
        if case .publicKeys(let keys)? = reader.accepted[ConfigurationKey.keys.name] {
            self.trustAnchors = keys
        } else {
            self.trustAnchors = trustAnchors
        }
        values = reader.accepted
        self.fileNames = fileNames
        self.problems = (problems + reader.problems).sorted { $0.severity < $1.severity }
    }

    /// Without any value.
    init(unusable problem: ConfigurationProblem) {
        service = nil
        scope = nil
        app = nil
        trustAnchors = []
        values = [:]
        fileNames = []
        problems = [problem]
    }

    /// The value of a key: the file's, else the default.
    public subscript(_ key: ConfigurationKey) -> ConfigurationKey.Value? { values[key.name] ?? key.defaultValue }

    /// The value of a key of the form ``ConfigurationKey/Form/count(_:)``; 0 for any other key.
    public func count(_ key: ConfigurationKey) -> Int64 {
        if case .count(let value)? = self[key] { value } else { 0 }
    }
}
