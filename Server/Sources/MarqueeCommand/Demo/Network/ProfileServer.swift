import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Markup
import NIOCore

/// Hands out the profile without TLS, because a phone trusts no certificate of this machine before it has it.
struct ProfileServer: Sendable {
    private static let headers: [(HTTPField.Name, String)] = [
        (.cacheControl, "no-store"), (.xContentTypeOptions, "nosniff"),
        (.contentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'"),
    ]

    let host: String
    let port: Int
    let profile: Data
    let steps: [String]

    /// Serves until its task is cancelled.
    /// - Parameter onRunning: called with the port when it is open.
    func run(onRunning: @escaping @Sendable (Int) async -> Void) async throws {
        let router = Router(options: .autoGenerateHeadEndpoints)
        let (page, profile) = (ByteBuffer(string: Self.page(steps).text), ByteBuffer(bytes: profile))
        router.get("/") { _, _ in Self.answer(page, "text/html; charset=utf-8") }
        router.get("/\(TrustProfile.fileName)") { _, _ in Self.answer(profile, TrustProfile.mediaType) }
        // It is ended by cancelling, which the framework calls an error.
        var logger = Logger(label: "marquee.profile")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) }, logger: logger)
        do { try await application.run() } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ValidationError("port \(port) is in use; choose another one with --profile-port")
        }
    }

    private static func answer(_ body: ByteBuffer, _ type: String) -> Response {
        var fields = HTTPFields(headers.map { HTTPField(name: $0, value: $1) })
        fields[.contentType] = type
        return Response(status: .ok, headers: fields, body: .init(byteBuffer: body))
    }

    private static func page(_ steps: [String]) -> HTML {
        """
        <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Marquee demo</title>
        <style>:root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui;max-width:34rem;margin:2rem auto;padding:0 1rem}li{margin:.8rem 0;overflow-wrap:anywhere}</style>
        <h1>Try Marquee on this phone</h1>
        <p><a href="/\(TrustProfile.fileName)">Download the profile</a></p>
        <ol>\(steps.map { "<li>\($0)</li>" as HTML }.joined())</ol></html>
        """
    }
}
