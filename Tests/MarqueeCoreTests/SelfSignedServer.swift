import Foundation
import MarqueeTesting

/// A TLS server with a certificate that no system trusts.
final class SelfSignedServer {
    let port: UInt16
    private let folder: TemporaryFolder
    private let process = Process()

    init() throws {
        folder = try TemporaryFolder()
        let key = folder.url.appending(path: "key.pem").path
        let certificate = folder.url.appending(path: "certificate.pem").path
        let making = Process()
        making.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        making.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
        ]
        making.standardError = FileHandle.nullDevice
        making.standardOutput = FileHandle.nullDevice
        try making.run()
        making.waitUntilExit()
        // Uses a port that was free a moment ago, because openssl does not report a port that it chooses itself.
        let probe = try ScriptedServer(status: 200)
        port = probe.port
        probe.stop()
        process.executableURL = making.executableURL
        process.arguments = ["s_server", "-accept", "\(port)", "-key", key, "-cert", certificate, "-www", "-quiet"]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    func stop() {
        // SIGKILL, because a child inherits the blocked signals of its parent's thread, and SIGKILL cannot be blocked.
        kill(process.processIdentifier, SIGKILL)
    }
}
