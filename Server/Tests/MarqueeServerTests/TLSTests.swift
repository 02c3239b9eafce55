import Foundation
import HTTPTypes
import HummingbirdTesting
import MarqueeTesting
import MarqueeWire
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import MarqueeServer

/// A server that ends TLS itself, and the device lab in it.
@Suite(.timeLimit(.minutes(10))) struct TLSTests {
    private struct Phone: Decodable {
        let id: String
        let hub: Hub

        struct Hub: Decodable {
            let token: String
            let page: Page?
        }
        struct Page: Decodable { let path: String }
    }

    /// A certificate for another name than the phones in the server call.
    private func certificate(key: String = "ec -pkeyopt ec_paramgen_curve:prime256v1") throws -> (
        folder: TemporaryFolder, flags: [ServerOption: String]
    ) {
        let folder = try TemporaryFolder()
        let (certificate, file) = (folder.url.appending(path: "c.pem").path, folder.url.appending(path: "k.pem").path)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let words = "openssl req -x509 -newkey \(key) -nodes -days 2 -subj /CN=content.test".split(separator: " ")
        process.arguments =
            words.map { String($0) }
            + ["-addext", "subjectAltName=DNS:content.test", "-keyout", file, "-out", certificate]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return (folder, [.tlsCertificate: certificate, .tlsKey: file])
    }

    private func ask(
        _ address: URL, _ path: String, _ method: HTTPRequest.Method = .get, trusting certificate: String,
        body: String? = nil
    ) async throws -> TestClient.Response {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(certificate)
        let client = TestClient(
            host: "127.0.0.1", port: try #require(address.port),
            configuration: .init(tlsConfiguration: tls, serverName: "content.test"),
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton))
        client.connect()
        let headers: HTTPFields = try [#require(HTTPField.Name("x-marquee-lab")): "1"]
        let response = try await client.execute(
            .init(
                path, method: method, authority: "content.test", headers: headers,
                body: body.map { ByteBuffer(string: $0) }))
        try await client.shutdown()
        return response
    }

    // HUB-153
    @Test func `the lab's phones and their pages work beside a certificate for another name`() async throws {
        let (folder, flags) = try certificate()
        let test = try await TestServer(flags.merging([.lab: "open", .publicURL: "https://content.test"]) { $1 })
        let trusted = try #require(flags[.tlsCertificate])
        try await test.running { addresses, _ in
            #expect(addresses.server.scheme == "https")
            let api = "/lab/api/devices"
            let made = try await ask(addresses.server, api, .post, trusting: trusted)
            #expect(made.status == .created)
            let phone = try JSONDecoder().decode(Phone.self, from: Data(of: try #require(made.body)))
            let presented = try await ask(
                addresses.server, "\(api)/\(phone.id)/commands", .post, trusting: trusted,
                body: #"{"name":"hub.present"}"#)
            #expect(presented.status == .ok)
            #expect(
                try await eventually {
                    let body = try await ask(addresses.server, api, trusting: trusted).body ?? ByteBuffer()
                    return try JSONDecoder().decode([Phone].self, from: Data(of: body)).first?.hub.page != nil
                })
            let content = try #require(addresses.content)
            #expect(content.scheme == "https")
            let page = try await ask(content, "/\(phone.hub.token)/news/", trusting: trusted)
            #expect(page.status == .ok)
            #expect(String(buffer: page.body ?? ByteBuffer()).contains("News"))
            let lab = try await ask(addresses.server, "/lab/", trusting: trusted)
            #expect(lab.headers[.contentSecurityPolicy]?.contains("frame-src https://") == true)
        }
        withExtendedLifetime(folder) {}
    }

    // HUB-153
    @Test func `a TLS port refuses plain HTTP and old versions of TLS`() async throws {
        let (folder, flags) = try certificate()
        let test = try await TestServer(flags, isPublished: false)
        try await test.running { addresses, _ in
            let port = try #require(addresses.server.port)
            let plain = try await RawConnection.with(port: port) {
                try await $0.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                return await $0.readToEnd()
            }
            #expect(!plain.contains("200 OK"))
            var old = TLSConfiguration.makeClientConfiguration()
            old.trustRoots = .file(try #require(flags[.tlsCertificate]))
            old.minimumTLSVersion = .tlsv1
            old.maximumTLSVersion = .tlsv11
            let client = TestClient(
                host: "127.0.0.1", port: port, configuration: .init(tlsConfiguration: old, serverName: "content.test"),
                eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton))
            client.connect()
            await #expect(throws: (any Error).self) { try await client.get("/healthz") }
            try? await client.shutdown()
        }
        withExtendedLifetime(folder) {}
    }

    /// Whether a client that offers these suites of TLS 1.2, in OpenSSL's words, gets a connection.
    private func connects(_ port: Int, _ suites: String) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_client", "-connect", "127.0.0.1:\(port)", "-tls1_2", "-cipher", "\(suites):@SECLEVEL=0",
            "-brief",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    // HUB-153
    @Test func `TLS 1.2 has forward secrecy and authenticated encryption, or nothing`() async throws {
        // The key of the certificate decides which suites there could be at all: RSA has the old ones too.
        let (folder, flags) = try certificate(key: "rsa:2048")
        let test = try await TestServer(flags, isPublished: false)
        try await test.running { addresses, _ in
            let port = try #require(addresses.server.port)
            #expect(try connects(port, "ECDHE+AESGCM"))
            #expect(try connects(port, "ECDHE+CHACHA20"))
            for suites in ["kRSA", "ECDHE+SHA1", "ECDHE+AES+SHA256:ECDHE+AES+SHA384:!AESGCM", "ALL:!ECDHE"] {
                #expect(try !connects(port, suites), "\(suites)")
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test func `a key that everybody on the machine can read gets a warning`() throws {
        let (folder, flags) = try certificate()
        let key = URL(filePath: try #require(flags[.tlsKey]))
        #expect(FolderModeNotice.text(ofKey: key) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key.path)
        #expect(FolderModeNotice.text(ofKey: key)?.contains("chmod o= \(key.path)") == true)
        withExtendedLifetime(folder) {}
    }

    @Test func `a certificate that cannot be used stops the start with file and reason`() async throws {
        let (folder, flags) = try certificate()
        let (other, others) = try certificate()
        let (chain, key) = (try #require(flags[.tlsCertificate]), try #require(flags[.tlsKey]))
        let text = folder.url.appending(path: "text.pem").path
        try Data("no certificate".utf8).write(to: URL(filePath: text))
        let cases: [(String, String, CertificateError.Code, String)] = [
            ("/nowhere/c.pem", key, .unreadable, "/nowhere/c.pem (tls-certificate) cannot be read"),
            (chain, "/nowhere/k.pem", .unreadable, "/nowhere/k.pem (tls-key) cannot be read"),
            (text, key, .malformed, "\(text) (tls-certificate) holds no certificate"),
            (chain, text, .malformed, "\(text) (tls-key) holds no private key"),
            (chain, try #require(others[.tlsKey]), .mismatch, "is not the key of the first certificate in \(chain)"),
        ]
        for (certificate, key, code, words) in cases {
            let error = await #expect(throws: CertificateError.self) {
                try await TestServer([.tlsCertificate: certificate, .tlsKey: key], isPublished: false)
            }
            #expect(error?.code == code)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        withExtendedLifetime((folder, other)) {}
    }

    @Test func `a renewed certificate is shown without a restart, and a broken one is not taken`() async throws {
        let (folder, flags) = try certificate()
        let (renewed, others) = try certificate()
        let test = try await TestServer(flags, isPublished: false)
        let certificate = try #require(test.server.certificate)
        let (chain, key) = (try #require(flags[.tlsCertificate]), try #require(flags[.tlsKey]))
        let (newChain, newKey) = (try #require(others[.tlsCertificate]), try #require(others[.tlsKey]))
        let first = folder.url.appending(path: "first.pem").path
        try FileManager.default.copyItem(atPath: chain, toPath: first)
        func replace(_ file: String, by other: String) throws {
            try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: file), options: .atomic)
        }
        try await test.running { addresses, _ in
            #expect(try await ask(addresses.server, "/healthz", trusting: first).status == .ok)
            #expect(try !certificate.renew())
            // A renewal that is halfway: the key belongs to another certificate.
            try replace(chain, by: newChain)
            #expect(throws: CertificateError.self) { try certificate.renew() }
            #expect(try await ask(addresses.server, "/healthz", trusting: first).status == .ok)
            try replace(key, by: newKey)
            #expect(try certificate.renew())
            #expect(try await ask(addresses.server, "/healthz", trusting: newChain).status == .ok)
            await #expect(throws: (any Error).self) { try await ask(addresses.server, "/healthz", trusting: first) }
        }
        withExtendedLifetime((folder, renewed)) {}
    }
}
