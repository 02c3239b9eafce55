public import Foundation
public import MarqueeWire

/// The app's settings: its service, its keys and its limits.
///
/// A configuration is made in code or read from the app's files. Reading never fails: ``problems`` lists what is wrong,
/// and all other keys keep their defaults.
///
/// A file overrides the defaults of the ``ConfigurationTable`` key by key. A file is JSON or a property list:
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
    /// The URL for content and events; `nil` if the configuration has no usable URL.
    ///
    /// The SDK never contacts another host instead.
    public let service: URL?
    /// The app and stream that signed documents must name.
    public let scope: Scope?
    /// The app's name in events; without a name no event is uploaded.
    public let app: String?
    /// The root keys that content is verified with, as SubjectPublicKeyInfo or certificate in DER.
    public let trustAnchors: [Data]
    /// The problems found, worst first.
    ///
    /// They are written to the log at start.
    public let problems: [ConfigurationProblem]
    /// The names of the files that were read, in order of precedence; empty for a configuration made in code.
    package let fileNames: [String]

    private let values: [String: ConfigurationKey.Value]

    /// Makes a configuration in code; ``problems`` lists its problems, as for a file.
    /// - Parameters:
    ///   - service: `https://HOST/v1/apps/APP/STREAM`; `http` is accepted only for this machine.
    ///   - app: the app's name in events; if it is `nil`, the app in the service's URL.
    ///   - trustAnchors: the app's public keys in DER; an app without a content hub needs none.
    ///   - settings: values for keys, as in a file.
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

    /// A configuration without values, for a file that cannot be used.
    init(unusable problem: ConfigurationProblem) {
        service = nil
        scope = nil
        app = nil
        trustAnchors = []
        values = [:]
        fileNames = []
        problems = [problem]
    }

    /// The value of a key in the file, otherwise the default.
    public subscript(_ key: ConfigurationKey) -> ConfigurationKey.Value? { values[key.name] ?? key.defaultValue }

    /// The value of a key with the form ``ConfigurationKey/Form/count(_:)``; 0 for any other key.
    public func count(_ key: ConfigurationKey) -> Int64 {
        if case .count(let value)? = self[key] { value } else { 0 }
    }

    /// The value of a key with the form ``ConfigurationKey/Form/truth``; `false` for any other key.
    public func truth(_ key: ConfigurationKey) -> Bool {
        if case .truth(let value)? = self[key] { value } else { false }
    }

    /// The value of a key with a text; empty without a value, and for any other key.
    public func text(_ key: ConfigurationKey) -> String {
        if case .text(let value)? = self[key] { value } else { "" }
    }

    /// The value of a key with the form ``ConfigurationKey/Form/texts(maximum:)``; empty for any other key.
    public func texts(_ key: ConfigurationKey) -> [String] {
        if case .texts(let value)? = self[key] { value } else { [] }
    }

    /// The value of a key with the form ``ConfigurationKey/Form/secret(maximum:)``; `nil` without a value.
    public func secret(_ key: ConfigurationKey) -> Secret? {
        if case .secret(let value)? = self[key] { value } else { nil }
    }
}
