/// One row of the table of settings: its name as a flag, in the environment and in a file, what it means and its
/// default.
///
/// A name `content-port` is the flag `--content-port`, the variable `MARQUEE_CONTENT_PORT` and the JSON member
/// `"content-port"`.
public enum ServerOption: String, Sendable, CaseIterable {
    case data
    case database
    case objects
    case objectCache = "object-cache"
    case host
    case port
    case contentPort = "content-port"
    case publicURL = "public-url"
    case contentURL = "content-url"
    case proxies
    case feedNetworks = "feed-networks"
    case receiptRoot = "receipt-root"
    case receiptService = "receipt-service"
    case receiptSandbox = "receipt-sandbox"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case lab
    case labStore = "lab-store"
    case operationsHost = "operations-host"
    case operationsPort = "operations-port"
    case eventBodyLimit = "event-body-limit"
    case formBodyLimit = "form-body-limit"
    case importFileLimit = "import-file-limit"
    case bodyMemory = "body-memory"
    case eventRatePerAddress = "event-rate-per-address"
    case eventRatePerInstall = "event-rate-per-install"
    case warehouseQuota = "warehouse-quota"
    case eventRetention = "event-retention"
    case headTimeout = "head-timeout"
    case requestTimeout = "request-timeout"
    case drainTime = "drain-time"
    case shutdownTimeout = "shutdown-timeout"
    case maximumConnections = "maximum-connections"
    case connectionsPerAddress = "connections-per-address"
    case logLevel = "log-level"
    case logFormat = "log-format"
    case requestLog = "request-log"

    /// The prefix of every environment variable of this table.
    public static let environmentPrefix = "MARQUEE_"
    /// The variable that names a settings file; not a setting of its own.
    public static let fileVariable = "MARQUEE_CONFIG"

    /// The option's variable: upper case, with underscores.
    public var environmentName: String {
        Self.environmentPrefix + rawValue.uppercased().replacing("-", with: "_")
    }

    /// The value of a setting that is not given; empty when the default is "not set".
    public var defaultValue: String {
        switch self {
        case .data: "marquee-data"
        case .host: "127.0.0.1"
        case .port: "8080"
        case .contentPort: "8081"
        case .database, .objects, .publicURL, .contentURL, .feedNetworks, .receiptRoot, .receiptService,
            .receiptSandbox, .tlsCertificate, .tlsKey, .labStore, .operationsPort:
            ""
        case .objectCache: "1GiB"
        case .proxies: "0"
        case .lab: "off"
        case .eventBodyLimit: "1MiB"
        case .operationsHost: "127.0.0.1"
        case .formBodyLimit: "4MiB"
        case .importFileLimit: "64MiB"
        case .bodyMemory: "256MiB"
        case .eventRatePerAddress: "2MiB"
        case .eventRatePerInstall: "64KiB"
        case .warehouseQuota: "16GiB"
        case .eventRetention: "0"
        case .headTimeout: "10s"
        case .requestTimeout: "30s"
        case .drainTime: "0s"
        case .shutdownTimeout: "20s"
        case .maximumConnections: "4096"
        case .connectionsPerAddress: "256"
        case .logLevel: "info"
        case .logFormat: "text"
        case .requestLog: "errors"
        }
    }

    /// One sentence for `--help` and the reference.
    public var help: String {
        switch self {
        case .data: "Folder that holds everything the server keeps; made if it is missing."
        case .database:
            "PostgreSQL database of the control plane, postgres://USER@HOST/NAME; without it a file of SQLite's in the data folder."
        case .objects:
            "Bucket that speaks S3 for objects and whole releases, s3://BUCKET/PREFIX?endpoint=URL&region=NAME; without it the data folder."
        case .objectCache:
            "Disk in the data folder for copies of objects that are in a bucket; 16MiB to 1TiB, 0 for none."
        case .host: "Address to listen on; 0.0.0.0 is every IPv4 address of the machine."
        case .port: "Port of the device service and the portal; 0 lets the system choose."
        case .contentPort: "Port of the device lab's pages, another origin than the portal; 0 lets the system choose."
        case .publicURL: "Address by which devices and browsers reach this server, if a proxy stands before it."
        case .contentURL:
            "Address by which browsers reach the content port, if a proxy stands before it; another origin than public-url."
        case .proxies:
            "How many proxies stand before the server, each adding its client's address to X-Forwarded-For; 0 to 10."
        case .feedNetworks:
            "Networks of your own that feeds may be read from besides the internet, such as 10.1.0.0/16,fd12::/32."
        case .receiptRoot:
            "File with the app store's root certificate, DER or PEM; without it signed receipts wait to be verified."
        case .receiptService:
            "Address of the app store's older verification service; without it receipts of the older form wait."
        case .receiptSandbox: "Address of that service for the store's test environment; needs receipt-service too."
        case .tlsCertificate: "PEM file with the certificate chain; needs the key too."
        case .tlsKey: "PEM file with the certificate's private key."
        case .lab: "Device lab: off, signed-in (portal accounts only) or open (everybody who reaches the port)."
        case .labStore:
            "Address of a store simulator, at which the lab's phones buy; without it their receipts prove nothing."
        case .eventBodyLimit: "Largest body of posted events as it arrives, compressed or not; 1k to 16MiB."
        case .operationsHost: "Address that the operations port listens on."
        case .operationsPort:
            "Port of /metrics and /readyz, for monitoring; without it the server has neither, 0 lets the system choose."
        case .formBodyLimit: "Largest body of a portal form; 1k to 64MiB."
        case .importFileLimit: "Largest CSV file that a person uploads for an import; 1k to 64MiB."
        case .bodyMemory:
            "Memory for the bodies of all requests together while they arrive; beyond it requests are refused with 503; 16MiB to 64GiB."
        case .eventRatePerAddress:
            "Bytes of events a second that one network address may send, and as many of requests for placements, a minute's worth at once; 0 for any number."
        case .eventRatePerInstall:
            "Bytes of events a second that one install may send, and as many of requests for placements, a minute's worth at once; 0 for any number."
        case .warehouseQuota:
            "Most bytes of the event warehouse; beyond it the oldest events are deleted, then new ones are refused; 0 for any number."
        case .eventRetention:
            "Days that single events keep their content, 1 to 36500; reports stay; 0 for as long as the quota allows."
        case .headTimeout: "Longest time that the head of a connection's first request may take; 1s to 10m."
        case .requestTimeout:
            "Longest time a request's head or body may take to arrive, and a connection may idle; 1s to 10m."
        case .drainTime: "How long a stopping server still accepts requests while /readyz answers 503; 0s to 5m."
        case .shutdownTimeout: "How long a stopping server waits for requests in progress; 1s to 10m."
        case .maximumConnections: "Connections accepted at the same time; others wait in the system's queue."
        case .connectionsPerAddress:
            "Connections of one network address at the same time; others are closed; not counted behind proxies, 0 for any number."
        case .logLevel: "Least severe messages to log: trace, debug, info, notice, warning, error or critical."
        case .logFormat: "How messages are written: text, or json with one object on each line."
        case .requestLog: "Requests that are logged: off, errors (answers of 500 and above) or all."
        }
    }
}
