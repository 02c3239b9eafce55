import Foundation
import Logging
import PlatformStore
import Testing

@testable import MarqueeServer

/// Where a server's settings come from: flag, environment, file, default, in this order.
@Suite struct ConfigurationTests {
    /// A setting with a value for each source, and what it holds then.
    struct Row: Sendable, CustomTestStringConvertible {
        let option: ServerOption
        let texts: [String]
        let held: [String]
        let standard: String
        let value: @Sendable (ServerConfiguration) -> String

        init(
            _ option: ServerOption, _ texts: [String], _ held: [String]? = nil, else standard: String,
            _ value: @escaping @Sendable (ServerConfiguration) -> String
        ) {
            (self.option, self.texts, self.held, self.standard) = (option, texts, held ?? texts, standard)
            self.value = value
        }

        var testDescription: String { option.rawValue }
    }

    private static let rows: [Row] = [
        Row(.data, ["/a/", "/b/", "/c/"], else: "marquee-data/") { $0.data.relativePath + "/" },
        Row(
            .database, ["postgres://a:secret@localhost/x", "postgresql:///b?host=/run", ""],
            [
                "PostgreSQL at postgres://a@localhost/x", "PostgreSQL at postgres://[/run]/b",
                "SQLite, marquee.sqlite3",
            ],
            else: "SQLite, marquee.sqlite3"
        ) { "\($0.database)" },
        Row(
            .objects, ["s3://pages?region=a", "s3://pages/b?region=b", ""],
            ["s3://pages/?region=a", "s3://pages/b/?region=b", "the folder objects"], else: "the folder objects"
        ) { "\($0.objects)" },
        Row(.objectCache, ["16MiB", "0", "2G"], ["16777216", "0", "2147483648"], else: "1073741824") {
            "\($0.objects.cacheLimit)"
        },
        Row(.host, ["::1", "0.0.0.0", "10.0.0.1"], else: "127.0.0.1") { $0.host },
        Row(.port, ["1", "2", "0"], else: "8080") { "\($0.port)" },
        Row(.contentPort, ["65535", "2", "3"], else: "8081") { "\($0.contentPort)" },
        Row(.publicURL, ["https://a.example", "http://b.example:81", "https://c.example/x"], else: "none") {
            $0.publicURL?.absoluteString ?? "none"
        },
        Row(.contentURL, ["https://a.example", "http://b.example:81", "https://c.example/x"], else: "none") {
            $0.contentURL?.absoluteString ?? "none"
        },
        Row(.proxies, ["10", "2", "3"], else: "0") { "\($0.proxies)" },
        Row(
            .feedNetworks, ["10.0.0.0/8", "127.0.0.1, fd12::/32", ""], ["10.0.0.0/8", "127.0.0.1,fd12::/32", ""],
            else: ""
        ) { $0.feedNetworks.map { "\($0)" }.joined(separator: ",") },
        Row(.receiptRoot, ["a.cer", "/b.pem", "c"], else: "none") { $0.receiptRoot?.relativePath ?? "none" },
        Row(.lab, ["open", "signed-in", "off"], else: "off") { $0.lab.rawValue },
        Row(.labStore, ["https://a.example", "http://127.0.0.1:8090", "http://localhost"], else: "none") {
            $0.labStore?.absoluteString ?? "none"
        },
        Row(.eventBodyLimit, ["1k", "2MiB", "4096"], ["1024", "2097152", "4096"], else: "1048576") {
            "\($0.eventBodyLimit)"
        },
        Row(.formBodyLimit, ["8KiB", "64M", "1024"], ["8192", "67108864", "1024"], else: "4194304") {
            "\($0.formBodyLimit)"
        },
        Row(.importFileLimit, ["8KiB", "64M", "1024"], ["8192", "67108864", "1024"], else: "67108864") {
            "\($0.importFileLimit)"
        },
        Row(.operationsHost, ["::1", "0.0.0.0", "10.0.0.1"], else: "127.0.0.1") { $0.operationsHost },
        Row(.operationsPort, ["1", "9090", ""], ["1", "9090", "none"], else: "none") {
            $0.operationsPort.map { "\($0)" } ?? "none"
        },
        Row(.bodyMemory, ["16M", "1GiB", "32MiB"], ["16777216", "1073741824", "33554432"], else: "268435456") {
            "\($0.bodyMemory)"
        },
        Row(.eventRatePerAddress, ["1k", "0", "1GiB"], ["1024", "none", "1073741824"], else: "2097152") {
            bound($0.eventRatePerAddress)
        },
        Row(.eventRatePerInstall, ["1k", "0", "1M"], ["1024", "none", "1048576"], else: "65536") {
            bound($0.eventRatePerInstall)
        },
        Row(.warehouseQuota, ["1MiB", "0", "20G"], ["1048576", "none", "21474836480"], else: "17179869184") {
            bound($0.warehouseQuota)
        },
        Row(.eventRetention, ["1", "0", "36500"], ["1", "none", "36500"], else: "none") { bound($0.eventRetention) },
        Row(.headTimeout, ["1000ms", "2m", "7s"], ["1", "120", "7"], else: "10") { seconds($0.headTimeout) },
        Row(.connectionsPerAddress, ["1", "0", "1000000"], ["1", "none", "1000000"], else: "256") {
            bound($0.connectionsPerAddress)
        },
        Row(.requestTimeout, ["1000ms", "2m", "7s"], ["1", "120", "7"], else: "30") { seconds($0.requestTimeout) },
        Row(.drainTime, ["0s", "5m", "7s"], ["0", "300", "7"], else: "0") { seconds($0.drainTime) },
        Row(.shutdownTimeout, ["1s", "2m", "7s"], ["1", "120", "7"], else: "20") { seconds($0.shutdownTimeout) },
        Row(.maximumConnections, ["1", "2", "1000000"], else: "4096") { "\($0.maximumConnections)" },
        Row(.logLevel, ["trace", "error", "debug"], else: "info") { $0.logLevel.rawValue },
        Row(.logFormat, ["json", "text", "json"], else: "text") { $0.logFormat.rawValue },
        Row(.requestLog, ["off", "all", "errors"], else: "errors") { $0.requestLog.rawValue },
    ]

    private static func bound(_ number: Int?) -> String { number.map { "\($0)" } ?? "none" }

    private static func seconds(_ duration: Duration) -> String { "\(duration.components.seconds)" }

    @Test func `the table below has every setting but the pairs`() {
        #expect(
            Set(Self.rows.map(\.option)).symmetricDifference(ServerOption.allCases) == [
                .tlsCertificate, .tlsKey, .receiptService, .receiptSandbox,
            ])
    }

    @Test(arguments: rows)
    func `a flag comes before a variable, a variable before the file, and the file before the default`(_ row: Row)
        throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.file(#"{"\#(row.option.rawValue)": \#(Self.json(row.texts[2]))}"#)
        let flags = [row.option: row.texts[0]]
        let environment = [
            row.option.environmentName: row.texts[1], "PATH": "/bin", "AWS_ACCESS_KEY_ID": "a",
            "AWS_SECRET_ACCESS_KEY": "b",
        ]
        let all = try ServerConfiguration(flags: flags, environment: environment, file: file)
        #expect(row.value(all) == row.held[0])
        #expect(row.value(try ServerConfiguration(environment: environment, file: file)) == row.held[1])
        #expect(row.value(try ServerConfiguration(file: file)) == row.held[2])
        #expect(row.value(try ServerConfiguration(environment: ["PATH": "/bin"])) == row.standard)
    }

    /// Numbers stand in a file with and without quotes.
    private static func json(_ text: String) -> String { Int(text).map(String.init) ?? "\"\(text)\"" }

    @Test func `the verification service is asked over TLS, or on this machine`() throws {
        func services(_ production: String) throws -> ServerConfiguration.ReceiptServices? {
            try ServerConfiguration(flags: [
                .receiptService: production, .receiptSandbox: "http://127.0.0.1:8090/sandbox/verifyReceipt",
            ]).receiptServices
        }
        #expect(try services("https://store.example/verifyReceipt")?.production.host() == "store.example")
        #expect(try services("http://localhost:8090/verifyReceipt")?.sandbox.port == 8090)
        #expect(throws: ServerConfigurationError.self) { try services("http://store.example/verifyReceipt") }
        #expect(try ServerConfiguration(environment: ["PATH": "/bin"]).receiptServices == nil)
    }

    @Test func `sources are joined setting by setting, and a flag names another file than the variable`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(#"{"port": "3", "host": "c", "proxies": 4}"#)
        let other = try folder.file(#"{"port": 5}"#, name: "other.json")
        let environment = ["MARQUEE_CONFIG": file.path, "MARQUEE_HOST": "b"]
        let joined = try ServerConfiguration(flags: [.port: "1"], environment: environment)
        #expect((joined.port, joined.host, joined.proxies, joined.contentPort) == (1, "b", 4, 8081))
        let named = try ServerConfiguration(environment: environment, file: other)
        #expect((named.port, named.host, named.proxies) == (5, "b", 0))
    }

    @Test(arguments: [
        (#"{"prot": 1}"#, "\"prot\" is not a setting; did you mean port?"),
        (#"{"entirely else": 1}"#, "is not a setting"),
        (#"{"port": 70000}"#, "port (marquee.json): \"70000\" is not a whole number from 0 to 65535"),
        (#"{"lab": true}"#, "lab (marquee.json): \"on\" is not off, signed-in, open"),
        (#"{"port": {"a": 1}}"#, "cannot be read"), ("[]", "cannot be read"), ("{", "cannot be read"),
        ("", "cannot be read"),
        (#"{"tls-key": "k.pem"}"#, "tls-key (marquee.json) needs tls-certificate as well"),
    ])
    func `an invalid settings file is refused with a sentence`(_ text: String, _ message: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(text)
        let error = #expect(throws: ServerConfigurationError.self) { try ServerConfiguration(file: file) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `a named file that does not exist is refused`() {
        let error = #expect(throws: ServerConfigurationError.self) {
            try ServerConfiguration(environment: ["MARQUEE_CONFIG": "/nowhere/marquee.json"])
        }
        #expect(error?.code == .unreadableFile && error?.message.contains("/nowhere/marquee.json") == true)
    }

    @Test(arguments: [
        ("MARQUEE_PROT", "1", "MARQUEE_PROT is not a setting; did you mean MARQUEE_PORT?"),
        ("MARQUEE_PORT", "", "port (MARQUEE_PORT): \"\" is not"), ("MARQUEE_PORT", "-1", "port (MARQUEE_PORT): \"-1\""),
        ("MARQUEE_PUBLIC_URL", "content.example", "public-url (MARQUEE_PUBLIC_URL)"),
        ("MARQUEE_EVENT_BODY_LIMIT", "1GiB", "event-body-limit (MARQUEE_EVENT_BODY_LIMIT)"),
        ("MARQUEE_REQUEST_TIMEOUT", "30", "request-timeout (MARQUEE_REQUEST_TIMEOUT)"),
        ("MARQUEE_REQUEST_TIMEOUT", "0s", "request-timeout (MARQUEE_REQUEST_TIMEOUT)"),
        ("MARQUEE_LOG_LEVEL", "loud", "log-level (MARQUEE_LOG_LEVEL): \"loud\" is not trace, debug"),
        (
            "MARQUEE_FEED_NETWORKS", "10.0.0.1/8",
            "feed-networks (MARQUEE_FEED_NETWORKS): \"10.0.0.1/8\" is not networks such as 10.1.0.0/16"
        ),
        ("MARQUEE_FEED_NETWORKS", "10.0.0.0/8,", "feed-networks (MARQUEE_FEED_NETWORKS)"),
        ("MARQUEE_TLS_CERTIFICATE", "c.pem", "tls-certificate (MARQUEE_TLS_CERTIFICATE) needs tls-key as well"),
        (
            "MARQUEE_RECEIPT_SERVICE", "https://a.example",
            "receipt-service (MARQUEE_RECEIPT_SERVICE) needs receipt-sandbox as well"
        ),
    ])
    func `an invalid variable is refused under its own name`(_ name: String, _ text: String, _ message: String) {
        let error = #expect(throws: ServerConfigurationError.self) {
            try ServerConfiguration(environment: [name: text])
        }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        "mysql://a:topsecret@h/x", "postgres://a:topsecret@h/x?sslmode=allow", "postgres://a:topsecret@h:1:2/",
    ])
    func `a database that cannot be used is refused without its password`(_ text: String) {
        let error = #expect(throws: ServerConfigurationError.self) {
            try ServerConfiguration(environment: ["MARQUEE_DATABASE": text])
        }
        let message = error?.message ?? ""
        #expect(message.hasPrefix("database (MARQUEE_DATABASE): ") && !message.contains("topsecret"), "\(message)")
    }

    @Test func `the two files of TLS may come from two sources, but one alone is refused`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(#"{"tls-key": "k.pem"}"#)
        let both = try ServerConfiguration(flags: [.tlsCertificate: "c.pem"], file: file)
        #expect(both.tls?.certificate.lastPathComponent == "c.pem" && both.tls?.key.lastPathComponent == "k.pem")
        #expect(both.isReachedByTLS)
        for half in [ServerOption.tlsCertificate, .tlsKey] {
            let error = #expect(throws: ServerConfigurationError.self) {
                try ServerConfiguration(flags: [half: "x.pem"])
            }
            #expect(error?.code == .contradiction)
        }
    }

    @Test(
        arguments: [
            (["--port", "1", "--lab=open"], nil), (["--port"], .invalidValue),
            (["--port", "1", "--port=2"], .contradiction),
            (["--prot", "1"], .unknownKey), (["port", "1"], .unknownKey),
        ] as [([String], ServerConfigurationError.Code?)])
    func `flags are read by the same table`(_ words: [String], _ code: ServerConfigurationError.Code?) {
        do {
            #expect(try ServerFlags.parse(words) == [.port: "1", .lab: "open"])
            #expect(code == nil)
        } catch {
            #expect(error.code == code)
        }
    }
}

/// A folder that goes with the test.
private final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ text: String, name: String = "marquee.json") throws -> URL {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
