import TestPostgres
import Testing

@testable import PlatformStore

/// Addresses, the protection of the way to them, and the password in them.
@Suite(.timeLimit(.minutes(10))) struct PostgresAddressTests {
    @Test(arguments: [
        ("postgres://db.example.com/m", "verify-full"), ("postgresql://10.0.0.7:5433/m", "verify-full"),
        ("postgres://a,127.0.0.1/m", "verify-full"), ("postgres://127.example.com/m", "verify-full"),
        ("postgres://127.0.0.1.example.com/m", "verify-full"), ("postgres:///m?hostaddr=10.0.0.7", "verify-full"),
        ("postgres://localhost/m?hostaddr=10.0.0.7", "verify-full"),
        ("postgres://localhost.example.com/m", "verify-full"),
        ("postgres://localhost/m", "prefer"), ("postgres://127.3.2.1/m", "prefer"), ("postgres://[::1]/m", "prefer"),
        ("postgres:///m?host=/run/postgresql", "prefer"), ("postgres://%2Frun%2Fpostgresql/m", "prefer"),
        ("postgres://db.example.com/m?sslmode=disable", "disable"),
        ("postgres://db.example.com/m?sslmode=require", "require"),
        ("postgres://localhost/m?sslmode=verify-full", "verify-full"),
        ("postgres://localhost/m?sslmode=allow", "allow"),
    ])
    func `a server on another machine has to prove who it is`(address: String, mode: String) throws {
        #expect(try PostgresAddress(address).settings["sslmode"] == mode)
    }

    @Test(arguments: [
        "", "marquee.sqlite3", "mysql://host/db", "host=/run dbname=m password=top-secret",
        "postgres://u:top-secret@host:port/m", "postgres://u:top-secret@[::1/m", "postgres://u:top-secret%@host/m",
        "postgres://u@host/m?top-secret=1", "postgres://u:top-secret@host/m?sslmode",
        "postgres://u:top-secret@host/m?sslmode=prefer", "postgres://u:top-secret@host/m?sslmode=allow",
        "postgres://u:top-secret@host/m?service=x", "postgres://u:top%00secret@host/m",
    ])
    func `an address that cannot be used is refused without showing it`(address: String) {
        #expect {
            try PostgresAddress(address)
        } throws: { error in
            let error = error as? StoreError
            return error?.code == .invalid && error?.message.contains("secret") == false
        }
    }

    @Test(arguments: [
        ("postgres://u:top-secret@db.example.com:5433/m", "postgres://u@db.example.com:5433/m"),
        ("postgres:///m?host=/run/p&password=top-secret&user=u", "postgres://u@[/run/p]/m"),
        ("postgres://u:top-secret@a:1,b:2/m", "postgres://u@a,b:1,2/m"),
    ])
    func `nothing that describes an address shows the password`(address: String, description: String) throws {
        let parsed = try PostgresAddress(address)
        #expect(parsed.description == description)
        let database = try PostgresDatabase(address)
        var dumped = ""
        dump(parsed, to: &dumped)
        dump(database, to: &dumped)
        for text in ["\(parsed)", String(reflecting: parsed), "\(database)", String(reflecting: database), dumped] {
            #expect(!text.contains("secret"))
        }
    }

    @Test func `an address decides about the settings that it names`() throws {
        let settings = try PostgresAddress(
            "postgres://h/m?application_name=x&options=-c%20statement_timeout%3D5&client_encoding=LATIN1"
        ).settings
        #expect(settings["application_name"] == "x")
        #expect(settings["client_encoding"] == "UTF8")
        let options = try #require(settings["options"])
        #expect(options.hasPrefix("-c statement_timeout=30000 -c lock_timeout=10000 "))
        #expect(options.contains("-c statement_timeout=5 "))
    }

    @Test func `the server knows the limits`() async throws {
        let database = try PostgresDatabase(try TestPostgres.shared.makeDatabase())
        let names = [
            "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "application_name",
            "client_encoding", "standard_conforming_strings", "transaction_isolation", "transaction_read_only",
        ]
        let settings = { @Sendable (db: any SQLTransaction) in
            try names.map { try db.row("SELECT current_setting(?) AS value", [$0])?["value"] as String? }
        }
        let common = ["30s", "10s", "1min", "marquee", "UTF8", "on"]
        #expect(try await database.read(settings) == common + ["repeatable read", "on"])
        #expect(try await database.write(settings) == common + ["serializable", "off"])
        #expect(try await database.version().hasPrefix("1"))
    }
}
