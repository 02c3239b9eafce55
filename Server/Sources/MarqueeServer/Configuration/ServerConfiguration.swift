public import Foundation
public import Logging
public import PlatformStore
public import Publishing

/// All settings of a running server.
///
/// A value comes from a flag, else the environment, else the settings file, else ``ServerOption/defaultValue``.
public struct ServerConfiguration: Sendable, Equatable {
    /// Who may use the device lab.
    public enum Lab: String, Sendable, CaseIterable {
        case off
        /// Everybody who is signed in to the portal.
        case signedIn = "signed-in"
        /// Everybody who can reach the port: for a demonstration on your own machine.
        case open
    }

    /// The certificate chain and key of a TLS server, both PEM files.
    public struct TLSFiles: Sendable, Equatable {
        /// The chain, the server's own certificate first.
        public let certificate: URL
        /// The private key of the first certificate.
        public let key: URL
    }

    /// The addresses of the app store's older verification service.
    public struct ReceiptServices: Sendable, Equatable {
        /// That of production, which is asked first.
        public let production: URL
        /// That of the store's test environment.
        public let sandbox: URL
    }

    /// How messages are written.
    public enum LogFormat: String, Sendable, CaseIterable {
        case text
        /// One object on each line.
        case json
    }

    /// Which requests are logged.
    public enum RequestLogging: String, Sendable, CaseIterable {
        case off
        /// Those that the server could not answer: status 500 and above.
        case errors
        case all
    }

    /// Holds everything the server keeps.
    public var data: URL
    /// Where the control plane's database is.
    public var database: DatabaseAddress
    /// Where objects and whole releases are, and how much of them is kept on this machine too.
    public var objects: ObjectsAddress
    /// The address to listen on; `0.0.0.0` is every IPv4 address of the machine.
    public var host: String
    /// 0 lets the system choose.
    public var port: Int
    /// 0 lets the system choose.
    public var contentPort: Int
    /// The address by which devices and browsers reach the server, when it differs from the address it listens on.
    public var publicURL: URL?
    /// The address by which browsers reach the device lab's pages, when it differs from the address they are served on.
    public var contentURL: URL?
    /// How many proxies stand before the server; the limits for each network address skip as many entries of
    /// `X-Forwarded-For`.
    public var proxies: Int
    /// The operator's own networks that feeds may be read from, besides the public internet.
    public var feedNetworks: [AddressRange]
    /// The app store's root certificate; without it signed receipts wait.
    public var receiptRoot: URL?
    /// Reads receipts of the older form; without it they wait.
    public var receiptServices: ReceiptServices?
    /// `nil` serves plain HTTP: behind a proxy that ends TLS, or on your own machine.
    public var tls: TLSFiles?
    /// Who may use the device lab.
    public var lab: Lab
    /// The store simulator at which the lab's phones buy.
    public var labStore: URL?
    /// The address that `/metrics` and `/readyz` are served on.
    public var operationsHost: String
    /// The port of `/metrics` and `/readyz`; `nil` serves neither, 0 lets the system choose.
    public var operationsPort: Int?
    /// In bytes.
    public var eventBodyLimit: Int
    /// In bytes.
    public var formBodyLimit: Int
    /// The most bytes of a file that a person uploads for an import.
    public var importFileLimit: Int
    /// In bytes, of the bodies of all requests in progress.
    public var bodyMemory: Int
    /// In bytes a second, of one network address; `nil` for any number.
    public var eventRatePerAddress: Int?
    /// In bytes a second, of one install; `nil` for any number.
    public var eventRatePerInstall: Int?
    /// In bytes; `nil` for any number.
    public var warehouseQuota: Int?
    /// In days; `nil` for as long as the quota allows.
    public var eventRetention: Int?
    /// How long the head of a connection's first request may take.
    public var headTimeout: Duration
    /// How long a head, a body or a part of an answer may take, and a connection may idle.
    public var requestTimeout: Duration
    /// How long the ports stay open after the signal to stop.
    public var drainTime: Duration
    /// How long a stopping server waits for requests in progress.
    public var shutdownTimeout: Duration
    /// How many connections are accepted at the same time; others wait in the system's queue.
    public var maximumConnections: Int
    /// How many connections of one network address are accepted at the same time; `nil` for any number.
    public var connectionsPerAddress: Int?
    /// The least severe messages that are logged.
    public var logLevel: Logger.Level
    /// How messages are written.
    public var logFormat: LogFormat
    /// Which requests are logged.
    public var requestLog: RequestLogging

    /// Puts the four sources together.
    /// - Parameters:
    ///   - flags: the options given on the command line.
    ///   - environment: the process's variables; each one that starts with `MARQUEE_` must be a known setting.
    ///   - file: a JSON object with the options' names as members; the variable `MARQUEE_CONFIG` names one too.
    /// - Throws: ``ServerConfigurationError`` naming the setting and its source.
    public init(
        flags: [ServerOption: String] = [:], environment: [String: String] = [:], file: URL? = nil
    ) throws(ServerConfigurationError) {
        let named = file ?? Self.namedFile(environment)
        let fileValues = try named.map { url throws(ServerConfigurationError) in try SettingsFile(url).values } ?? [:]
        let variables = try Self.variables(environment)
        try self.init(environment: environment) { option in
            if let text = flags[option] {
                return OptionValue(option: option, text: text, source: "--\(option.rawValue)")
            }
            if let text = variables[option] {
                return OptionValue(option: option, text: text, source: option.environmentName)
            }
            if let text = fileValues[option] {
                return OptionValue(option: option, text: text, source: named?.lastPathComponent ?? "file")
            }
            return OptionValue(option: option, text: option.defaultValue, source: "default")
        }
    }

    private init(
        environment: [String: String], _ value: (ServerOption) -> OptionValue
    ) throws(ServerConfigurationError) {
        data = URL(filePath: value(.data).text, directoryHint: .isDirectory)
        database = try value(.database).database()
        objects = try value(.objects).objects(environment)
        host = value(.host).text
        port = try value(.port).integer(in: 0...65535)
        contentPort = try value(.contentPort).integer(in: 0...65535)
        publicURL = value(.publicURL).text.isEmpty ? nil : try value(.publicURL).webAddress()
        contentURL = value(.contentURL).text.isEmpty ? nil : try value(.contentURL).webAddress()
        proxies = try value(.proxies).integer(in: 0...10)
        feedNetworks = try value(.feedNetworks).addressRanges()
        receiptRoot = value(.receiptRoot).text.isEmpty ? nil : URL(filePath: value(.receiptRoot).text)
        receiptServices = try Self.receiptServices(value(.receiptService), sandbox: value(.receiptSandbox))
        tls = try Self.tlsFiles(certificate: value(.tlsCertificate), key: value(.tlsKey))
        lab = try value(.lab).choice(Lab.self)
        labStore = value(.labStore).text.isEmpty ? nil : try value(.labStore).secureAddress()
        operationsHost = value(.operationsHost).text
        operationsPort = value(.operationsPort).text.isEmpty ? nil : try value(.operationsPort).integer(in: 0...65535)
        eventBodyLimit = try value(.eventBodyLimit).byteCount(in: 1024...16 * 1024 * 1024)
        formBodyLimit = try value(.formBodyLimit).byteCount(in: 1024...64 * 1024 * 1024)
        importFileLimit = try value(.importFileLimit).byteCount(in: 1024...64 * 1024 * 1024)
        let (mebi, gibi) = (1024 * 1024, 1024 * 1024 * 1024)
        objects.cacheLimit = try value(.objectCache).bound(in: 16 * mebi...1024 * gibi) ?? 0
        bodyMemory = try value(.bodyMemory).byteCount(in: 16 * mebi...64 * gibi)
        eventRatePerAddress = try value(.eventRatePerAddress).bound(in: 1024...gibi)
        eventRatePerInstall = try value(.eventRatePerInstall).bound(in: 1024...gibi)
        warehouseQuota = try value(.warehouseQuota).bound(in: mebi...1024 * 1024 * gibi)
        let days = try value(.eventRetention).integer(in: 0...36_500)
        eventRetention = days == 0 ? nil : days
        headTimeout = try value(.headTimeout).duration(in: .seconds(1) ... .seconds(600))
        requestTimeout = try value(.requestTimeout).duration(in: .seconds(1) ... .seconds(600))
        drainTime = try value(.drainTime).duration(in: .zero ... .seconds(300))
        shutdownTimeout = try value(.shutdownTimeout).duration(in: .seconds(1) ... .seconds(600))
        maximumConnections = try value(.maximumConnections).integer(in: 1...1_000_000)
        let connections = try value(.connectionsPerAddress).integer(in: 0...1_000_000)
        connectionsPerAddress = connections == 0 ? nil : connections
        logLevel = try value(.logLevel).choice(Logger.Level.self)
        logFormat = try value(.logFormat).choice(LogFormat.self)
        requestLog = try value(.requestLog).choice(RequestLogging.self)
    }

    /// The address by which devices reach the server: the public one, else that of its port.
    public var address: URL {
        if let publicURL { return publicURL }
        var parts = URLComponents()
        parts.scheme = tls == nil ? "http" : "https"
        parts.host = Self.reachable(host)
        parts.port = port
        return parts.url ?? URL(filePath: "/")
    }

    /// The host of a URL by which this machine reaches an address that the server listens on.
    static func reachable(_ host: String) -> String {
        if ["0.0.0.0", "::"].contains(host) { return "127.0.0.1" }
        return host.contains(":") ? "[\(host)]" : host
    }

    /// Whether devices and browsers connect by TLS, which ends here or in a proxy.
    public var isReachedByTLS: Bool { tls != nil || publicURL?.scheme == "https" }

    /// The settings in the file that the variable `MARQUEE_CONFIG` names, for commands that need only some of them.
    /// - Returns: nothing without the variable.
    /// - Throws: ``ServerConfigurationError`` when the file cannot be read.
    public static func namedSettings(
        _ environment: [String: String]
    ) throws(ServerConfigurationError) -> [ServerOption: String] {
        guard let file = namedFile(environment) else { return [:] }
        return try SettingsFile(file).values
    }

    private static func namedFile(_ environment: [String: String]) -> URL? {
        environment[ServerOption.fileVariable].map { URL(filePath: $0) }
    }

    private static func variables(_ environment: [String: String]) throws(ServerConfigurationError) -> [ServerOption:
        String]
    {
        let known = Dictionary(uniqueKeysWithValues: ServerOption.allCases.map { ($0.environmentName, $0) })
        var values: [ServerOption: String] = [:]
        for (name, text) in environment
        where name.hasPrefix(ServerOption.environmentPrefix) && name != ServerOption.fileVariable {
            guard let option = known[name] else {
                throw ServerConfigurationError(
                    .unknownKey,
                    "\(name) is not a setting\(SettingsFile.suggestion(for: name, among: Array(known.keys)))")
            }
            values[option] = text
        }
        return values
    }

    private static func receiptServices(
        _ production: OptionValue, sandbox: OptionValue
    ) throws(ServerConfigurationError) -> ReceiptServices? {
        if production.text.isEmpty, sandbox.text.isEmpty { return nil }
        for (given, missing) in [(production, sandbox), (sandbox, production)] where missing.text.isEmpty {
            throw ServerConfigurationError(
                .contradiction, "\(given.option.rawValue) (\(given.source)) needs \(missing.option.rawValue) as well")
        }
        return ReceiptServices(
            production: try production.secureAddress(), sandbox: try sandbox.secureAddress())
    }

    private static func tlsFiles(
        certificate: OptionValue, key: OptionValue
    ) throws(ServerConfigurationError) -> TLSFiles? {
        if certificate.text.isEmpty, key.text.isEmpty { return nil }
        for (given, missing) in [(certificate, key), (key, certificate)] where missing.text.isEmpty {
            throw ServerConfigurationError(
                .contradiction, "\(given.option.rawValue) (\(given.source)) needs \(missing.option.rawValue) as well")
        }
        return TLSFiles(certificate: URL(filePath: certificate.text), key: URL(filePath: key.text))
    }
}
