import Foundation
import MarqueeCore
import MarqueeTesting

@testable import MarqueeEngage

/// Access tokens over a scripted host.
final class TokenFixture: Sendable {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let transport: FakeTransport
    let log = Log(build: .debug)
    let messages = RecordingLog()

    init(_ transport: FakeTransport = FakeTransport()) throws {
        folder = try TemporaryFolder()
        self.transport = transport
        log.setReceiver(messages)
        log.severityLevel = .info
    }

    var environment: Environment { Environment(folder: folder.url, transport: transport, clock: clock) }

    func tokens(refreshToken: String = "refresh-1", kept: EngageState? = nil) throws -> AccessTokens {
        AccessTokens(
            try .example(refreshToken: refreshToken), kept: try kept ?? EngageState(environment),
            environment: environment, log: log)
    }

    /// The forms of all requests so far.
    var forms: [String] { transport.requests.map { String(decoding: $0.body ?? Data(), as: UTF8.self) } }

    /// A host that numbers its tokens.
    static func issuing(lifetime: Int = 3_600) -> FakeTransport {
        let count = Locked(0)
        return FakeTransport { _ throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return answer(#"{"access_token":"token-\#(number)","expires_in":\#(lifetime)}"#)
        }
    }

    static func answer(_ json: String, _ status: Int = 200, _ headers: [String: String] = [:]) -> TransportResponse {
        TransportResponse(status: status, headers: headers, body: Data(json.utf8))
    }
}
