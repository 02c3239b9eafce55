import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// An install whose recipients are on a ``RecipientHost``; it can be started again.
final class RecipientFixture: Sendable {
    /// The parts of one launch of the app.
    struct Launch: Sendable {
        let kept: EngageState
        let identity: EngageIdentity
        let generators: IDGenerators
        let api: XMLAPI
        let recipients: Recipients
    }

    let folder: TemporaryFolder
    let clock = ManualClock(Timestamp(milliseconds: 1_422_409_010_000))
    let host: RecipientHost
    let log = Log(build: .release)
    let messages = RecordingLog()

    init(_ host: RecipientHost = RecipientHost()) throws {
        folder = try TemporaryFolder()
        self.host = host
        log.setReceiver(messages)
        log.severityLevel = .info
    }

    func environment(_ transport: any Transport) -> Environment {
        Environment(folder: folder.url, transport: transport, clock: clock)
    }

    func launch(_ settings: RecipientSettings = .example) throws -> Launch {
        let environment = environment(host.transport)
        let kept = try EngageState(environment)
        let generators = IDGenerators(environment: environment, log: log)
        let identity = try EngageIdentity(kept: kept, deviceID: "device-1")
        let host = try EngageHost.example()
        let api = XMLAPI(
            host, tokens: AccessTokens(host, kept: kept, environment: environment, log: log),
            environment: environment)
        let recipients = Recipients(
            api, identity: identity, settings: settings, kept: kept, generators: generators,
            environment: environment, log: log)
        return Launch(kept: kept, identity: identity, generators: generators, api: api, recipients: recipients)
    }

    /// A launch whose recipient exists on the host: `R1` with the mobile user id `M1`.
    func launchWithRecipient(_ settings: RecipientSettings = .example) throws -> Launch {
        host.change { $0.recipients["R1"] = ["Mobile User Id": "M1"] }
        let launch = try launch(settings)
        try launch.identity.switchTo(
            RecipientPair(recipientID: "R1", mobileUserID: "M1"), from: RecipientPair(launch.identity.ids),
            finishing: RecipientWork.key)
        return launch
    }
}

extension RecipientSettings {
    /// The defaults with the host's list.
    static var example: RecipientSettings {
        var settings = RecipientSettings()
        settings.listID = RecipientHost.listID
        return settings
    }

    /// The same with the audit table.
    static var audited: RecipientSettings {
        var settings = example
        settings.audit.isEnabled = true
        settings.audit.tableID = RecipientHost.tableID
        return settings
    }
}
