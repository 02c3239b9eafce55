import Foundation
import MarqueeTesting

/// A TLS server whose certificate no system trusts.
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
        // A port that was free a moment ago: openssl cannot tell which one it chose.
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
        // A child inherits the blocked signals of the thread that started it; this one cannot be blocked.
        kill(process.processIdentifier, SIGKILL)
    }
}
