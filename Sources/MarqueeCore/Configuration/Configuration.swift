public import Foundation
public import MarqueeWire

/// What the app says about itself and its server.
///
/// Made in code or read from the app's `zbimconfig.plist`; never fails, but says what is wrong.
///
/// ```swift
/// let configuration = Configuration.load(file: bundle.url(forResource: "zbimconfig", withExtension: "plist"))
/// ```
///
/// A file overrides the defaults of ``ConfigurationKey/all`` key by key, and is a property list or JSON:
///
/// ```json
/// {
///     "dbServiceUrl": "https://marquee.example/v1/apps/brand/main",
///     "appID": "brand",
///     "upload": { "periodSeconds": 30 }
/// }
/// ```
public struct Configuration: Sendable, Hashable {
    /// The file an app carries.
    public static let fileName = "zbimconfig.plist"
    /// The trust anchor beside it.
    public static let publicKeyFileName = "pubkey.der"

    /// Where content comes from and events go to; `nil` when the configuration does not name a usable address.
    ///
    /// No other host is ever contacted in its place.
    public let service: URL?
    /// The app and stream that signed documents must be made for.
    public let scope: Scope?
    /// The app's name in what is reported about usage; `nil`: nothing is uploaded.
    public let app: String?
    /// The keys that content must lead back to, as SubjectPublicKeyInfo or certificate in DER.
    public let trustAnchors: [Data]
    /// What was wrong, worst first.
    ///
    /// Written to the log at start.
    public let problems: [ConfigurationProblem]

    private let values: [String: ConfigurationKey.Value]

    /// Makes a configuration in code; what is wrong with it stands in ``problems``, as if it came from a file.
    /// - Parameters:
    ///   - service: `https://HOST/v1/apps/APP/STREAM`; with `http` for this machine alone.
    ///   - app: who events are reported for; the address's app when it is `nil`.
    ///   - trustAnchors: the app's public keys in DER.
    ///   - settings: values for keys, as a file would give them.
    public init(
        service: URL, app: String? = nil, trustAnchors: [Data],
        settings: [ConfigurationKey: ConfigurationKey.Value] = [:]
    ) {
        var values: [String: ConfigurationFile.Scalar] = [ConfigurationKey.service.name: .text(service.absoluteString)]
        values[ConfigurationKey.app.name] = (app ?? ServiceAddress(service)?.scope?.app).map { .text($0) }
        for (key, value) in settings { values[key.name] = .init(value) }
        self.init(reading: ConfigurationReader(values), trustAnchors: trustAnchors)
    }

    init(reading reader: consuming ConfigurationReader, trustAnchors: [Data]) {
        reader.readAll()
        let address = reader.serviceAddress()
        reader.check(trustAnchors)
        service = address?.url
        scope = address?.scope
        app = reader.text(.app)
        self.trustAnchors = trustAnchors
        values = reader.accepted
        problems = reader.problems.sorted { $0.severity < $1.severity }
    }

    /// Nothing but problems: what a missing file amounts to.
    init(unusable problem: ConfigurationProblem) {
        service = nil
        scope = nil
        app = nil
        trustAnchors = []
        values = [:]
        problems = [problem]
    }

    /// Whether the SDK can fetch and verify content with it.
    public var isUsable: Bool { service != nil && scope != nil && !problems.contains { $0.severity == .criticalError } }

    /// The value of a key: the file's, else the default.
    public subscript(_ key: ConfigurationKey) -> ConfigurationKey.Value? { values[key.name] ?? key.defaultValue }

    /// The value of a key of the form ``ConfigurationKey/Form/count(_:)``; 0 for any other key.
    public func count(_ key: ConfigurationKey) -> Int64 {
        if case .count(let value)? = self[key] { value } else { 0 }
    }
}
