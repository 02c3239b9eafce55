import Foundation
import TestPostgres
import Testing

@testable import PlatformStore

/// A server over TCP, with a password and TLS.
@Suite(.timeLimit(.minutes(10))) struct PostgresNetworkTests {
    private static let server = TestPostgres(port: TestPostgres.freePort())

    private func connect(_ address: String) async -> StoreError? {
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(5)
        return await storeError {
            let database = try PostgresDatabase(address, limits: limits)
            let isSecured = try await database.read {
                try $0.count("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            }
            await database.close()
            guard isSecured == 1 else { throw StoreError(.refused, "the connection has no TLS") }
        }
    }

    @Test func `a server whose certificate is trusted is accepted`() async throws {
        let address = try Self.server.networkAddress(
            parameters: "?sslmode=verify-full&sslrootcert=\(try Self.server.certificate.path)")
        #expect(await connect(address) == nil)
    }

    @Test func `a server that signed its certificate itself is refused`() async throws {
        let other = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: FileManager.default.temporaryDirectory,
            create: true)
        defer { try? FileManager.default.removeItem(at: other) }
        let root = other.appending(path: "root.pem")
        try Data(Self.otherCertificate.utf8).write(to: root)
        for parameters in ["?sslmode=verify-full", "?sslmode=verify-full&sslrootcert=\(root.path)"] {
            let error = await connect(try Self.server.networkAddress(parameters: parameters))
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("certificate") == true)
        }
    }

    @Test func `a server with another name than the address is refused`() async throws {
        let address = try Self.server.networkAddress(
            parameters: "?sslmode=verify-full&sslrootcert=\(try Self.server.certificate.path)")
        let error = await connect(address.replacing("127.0.0.1", with: "localhost"))
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("does not match") == true)
    }

    @Test func `a wrong password is refused, and no message shows it`() async throws {
        let right = TestPostgres.password.replacing(" ", with: "%20")
        let address = try Self.server.networkAddress(parameters: "?sslmode=require").replacing(right, with: "zyzzyva")
        let error = await connect(address)
        #expect(error?.code == .permissions)
        #expect(error.map { "\($0) \(String(reflecting: $0.cause))" }?.contains("zyzzyva") == false)
    }

    /// A certificate that signed nothing here.
    private static let otherCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBgTCCASegAwIBAgIUAQDPhejMJ0gLE9p0CiooWIUGNz8wCgYIKoZIzj0EAwIw
        FTETMBEGA1UEAwwKb3RoZXIudGVzdDAgFw0yNjExMjIxOTU3MTZaGA8yMTI2MTAy
        OTE5NTcxNlowFTETMBEGA1UEAwwKb3RoZXIudGVzdDBZMBMGByqGSM49AgEGCCqG
        SM49AwEHA0IABP0Y0qZ1hh8HS1Qy3RRp4L8lid94wnq8umY2hrWAE5T1KtJbhc6w
        5SgD0pQhdYHvHZpVr88eSUkX/NfshoWXF+CjUzBRMB0GA1UdDgQWBBT5BiBc+xJz
        iRFGL0I+IG2Ht1ZoBjAfBgNVHSMEGDAWgBT5BiBc+xJziRFGL0I+IG2Ht1ZoBjAP
        BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIHiqHaCWyZdP9oFbpKrC
        ohbjJqqq84+AJ/ZIzvqk5ndjAiEAgwEeFcTlQTUgXgRIwnMrg+q9vDgTUkV4cxwQ
        ZHIaWGc=
        -----END CERTIFICATE-----
        """
}
