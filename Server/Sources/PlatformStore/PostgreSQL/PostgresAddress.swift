import CPostgres

/// Where a PostgreSQL database is and how it is reached: a `postgres://` address, whose parameters libpq defines.
///
/// Nothing that this type says about itself contains the password.
struct PostgresAddress: Sendable, CustomStringConvertible, CustomReflectable {
    /// libpq's settings by name: those of the address and those that are added to it.
    let settings: [String: String]
    /// How many hosts the address names; they are tried in their order.
    let hostCount: Int

    /// Reads an address.
    ///
    /// Without `sslmode`, a server on another machine has to prove with its certificate that it is the named host.
    /// - Throws: `invalid` for a text that is no address, and for one whose `sslmode` promises a protection that it does
    ///   not give.
    init(_ address: String, timeouts: PostgresTimeouts = PostgresTimeouts()) throws(StoreError) {
        guard address.hasPrefix("postgres://") || address.hasPrefix("postgresql://") else {
            throw StoreError(.invalid, "the address of a PostgreSQL database begins with postgres://")
        }
        var settings = try Self.parse(address)
        guard settings["service"] == nil else {
            throw StoreError(.invalid, "the address of a PostgreSQL database cannot name a service")
        }
        for port in settings["port"]?.split(separator: ",") ?? [] where UInt16(port) == nil {
            throw StoreError(.invalid, "the port of a PostgreSQL database is a number from 1 to 65535")
        }
        let hosts = Self.hosts(settings)
        let isLocal = hosts.allSatisfy(Self.isLocal)
        let mode = settings["sslmode"] ?? (isLocal ? "prefer" : "verify-full")
        if !isLocal, mode == "prefer" || mode == "allow" {
            throw StoreError(
                .invalid,
                "sslmode=\(mode) protects nothing on the way to \(hosts.joined(separator: ", ")): use verify-full, "
                    + "or disable if the network is trusted")
        }
        settings["sslmode"] = mode
        settings.merge(timeouts.settings) { own, _ in own }
        settings["options"] = timeouts.options(before: settings["options"])
        settings["client_encoding"] = "UTF8"
        self.settings = settings
        hostCount = max(hosts.count, 1)
    }

    /// User, host, port and database, for messages.
    var description: String {
        let user = settings["user"].map { "\($0)@" } ?? ""
        let host = Self.hosts(settings).map { $0.hasPrefix("/") ? "[\($0)]" : $0 }.joined(separator: ",")
        let port = settings["port"].map { ":\($0)" } ?? ""
        return "postgres://\(user)\(host)\(port)/\(settings["dbname"] ?? "")"
    }

    /// A mirror without children: `dump` would show the password.
    var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Begins a connection to one of the hosts; `nil` when there is no memory for it.
    func beginConnecting(to host: Int) -> OpaquePointer? {
        var settings = settings
        for name in ["host", "hostaddr", "port"] {
            guard let list = settings[name]?.split(separator: ",", omittingEmptySubsequences: false) else { continue }
            settings[name] = String(list.count > host ? list[host] : list[0])
        }
        let names = settings.keys.sorted()
        let values = names.map { settings[$0] ?? "" }
        return Self.withCStrings(names) { names in
            Self.withCStrings(values) { values in PQconnectStartParams(names, values, 0) }
        }
    }

    /// libpq's reading of an address. Its complaint quotes the address, so only what precedes the quotation is passed on.
    private static func parse(_ address: String) throws(StoreError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(address, &message) else {
            let complaint = message.map { String(cString: $0) } ?? "no reason"
            PQfreemem(message)
            let reason = complaint.prefix { $0 != "\"" }.trimmedEnd
            throw StoreError(.invalid, "this is no address of a PostgreSQL database: \(reason)")
        }
        defer { PQconninfoFree(options) }
        return values(options)
    }

    private static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let name = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: name)] = String(cString: value) }
            option += 1
        }
        return values
    }

    /// The hosts that a connection may go to; those of libpq's environment when the address names none.
    private static func hosts(_ settings: [String: String]) -> [String] {
        var settings = settings
        if settings["host"] == nil, settings["hostaddr"] == nil, let defaults = PQconndefaults() {
            defer { PQconninfoFree(defaults) }
            settings.merge(values(defaults)) { own, _ in own }
        }
        let hosts = settings["hostaddr"] ?? settings["host"] ?? ""
        return hosts.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether a host is this machine: no name or a folder mean a socket.
    private static func isLocal(_ host: String) -> Bool {
        host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
            || isLoopback(host)
    }

    /// Whether a host is an address in 127.0.0.0/8, and not a name that begins like one.
    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        var bytes: [CChar] = []
        let starts = texts.map { text in
            defer { bytes += text.utf8CString }
            return bytes.count
        }
        return bytes.withUnsafeBufferPointer { buffer in
            body(starts.map { start in buffer.baseAddress.map { $0 + start } } + [nil])
        }
    }
}

extension Substring {
    /// The text without the colons and spaces at its end.
    fileprivate var trimmedEnd: Substring {
        var text = self
        while let last = text.last, last == " " || last == ":" || last.isNewline { text.removeLast() }
        return text
    }
}
