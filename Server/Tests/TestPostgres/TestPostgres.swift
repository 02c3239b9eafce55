import CPostgres
public import Foundation
import Synchronization

/// A PostgreSQL server for tests, started at its first use and stopped when the test process ends, in whatever way.
///
///     let address = try TestPostgres.shared.makeDatabase()
public final class TestPostgres: Sendable {
    /// The server of this process, on a socket in a temporary folder.
    public static let shared = TestPostgres()

    /// The password of the user `marquee` over TCP.
    public static let password = "a space and \(UUID())"

    /// Why there is no server, in a sentence.
    public struct Failure: Error, CustomStringConvertible {
        /// What failed; it names the package when PostgreSQL is missing.
        public let description: String
    }

    private let port: Int?
    private let server = Mutex<Result<ServerProcess, Failure>?>(nil)
    private let databases = Atomic(0)

    /// A server apart from the shared one, for tests that stop it.
    /// - Parameter port: listens there on 127.0.0.1 too, with TLS and with ``password``.
    public init(port: Int? = nil) {
        self.port = port
    }

    deinit {
        server.withLock { server in
            if case .success(let running) = server { running.stop() }
        }
    }

    /// Creates a database and returns its address.
    /// - Parameter source: the address of a database of this server to copy, to which nobody is connected; `nil` for an
    ///   empty database.
    public func makeDatabase(copying source: String? = nil) throws -> String {
        let name = "t\(databases.add(1, ordering: .relaxed).newValue)"
        let template = source.flatMap { URLComponents(string: $0)?.path.dropFirst() }.map { " TEMPLATE \($0)" } ?? ""
        try execute("CREATE DATABASE \(name)\(template)")
        return try address(of: name)
    }

    /// The address of a database over the socket.
    public func address(of database: String = "postgres") throws -> String {
        let port = port.map { "&port=\($0)" } ?? ""
        return "postgres:///\(database)?host=\(try running().folder.path)&user=marquee\(port)"
    }

    /// The address of a database over TCP.
    public func networkAddress(of database: String = "postgres", parameters: String = "") throws -> String {
        _ = try running()
        let password = Self.password.replacing(" ", with: "%20")
        return "postgres://marquee:\(password)@127.0.0.1:\(port ?? 5432)/\(database)\(parameters)"
    }

    /// A port of 127.0.0.1 that nobody listens on.
    public static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = bind(descriptor, pointer, size)
                _ = getsockname(descriptor, pointer, &size)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// The server's certificate, which signs itself.
    public var certificate: URL { get throws { try running().folder.appending(path: "server.crt") } }

    /// Stops the server and ends all connections.
    public func stop() throws { _ = try running().ask("stop") }

    /// Starts the server again.
    public func start() throws { _ = try running().ask("start") }

    /// Runs statements as the server's owner.
    /// - Returns: the first value of the first row.
    @discardableResult
    public func execute(_ sql: String, in database: String = "postgres") throws -> String? {
        let connection = PQconnectdb(try address(of: database))
        defer { PQfinish(connection) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw Failure(description: String(cString: PQerrorMessage(connection)))
        }
        guard PQntuples(result) > 0, PQgetisnull(result, 0, 0) == 0 else { return nil }
        return String(cString: PQgetvalue(result, 0, 0))
    }

    private func running() throws(Failure) -> ServerProcess {
        try server.withLock { server -> Result<ServerProcess, Failure> in
            if let server { return server }
            let new = Result { () throws(Failure) in try ServerProcess.start(port: port) }
            server = new
            return new
        }.get()
    }
}
