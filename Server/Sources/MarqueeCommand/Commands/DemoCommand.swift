import ArgumentParser
import Foundation
import Logging
import MarqueeServer
import MarqueeWire
import PlatformStore
import Secrets
import Publishing

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run a temporary server with sample content, a portal and a device lab.",
        usage: "marquee demo [<options>]",
        discussion: "Everything is deleted at the end, unless --data names a directory to keep it in.")

    @Option(name: .long, help: "The port; 0 lets the system choose.")
    var port = 8080

    @Option(name: .long, help: "The port of the lab's hub pages; 0 lets the system choose.")
    var contentPort = 8081

    @Option(name: .long, help: "A directory to keep; a temporary one unless given.")
    var data: String?

    @Option(name: .long, help: "A PostgreSQL database of its own; a file unless given.")
    var database: String?

    @Option(name: .long, help: "A bucket for the objects; the directory unless given.")
    var objects: String?

    @Flag(help: "Let phones in this network in, by TLS with a profile to install.")
    var lan = false

    @Option(name: .long, help: "With --lan, the address to listen to.")
    var lanAddress: String?

    @Option(name: .long, help: "With --lan, the port of the profile; 0 for any.")
    var profilePort = 8082

    @Flag(inversion: .prefixedNo, help: "Let two weeks of simulated readers stand in the reports.")
    var readers = true

    @OptionGroup var output: OutputOptions

    /// What `--json` prints once the server runs.
    private struct Opened: Encodable {
        let portal: URL
        let lab: URL?
        let content: URL?
        let name: String
        let password: String
        let data: String
        /// Where a phone gets the profile; `nil` without `--lan`.
        let profile: URL?
        /// Of the authority that the profile trusts.
        let fingerprint: String?
    }

    private static let account = (name: "demo", app: "demo")

    func validate() throws {
        guard lan || lanAddress == nil else { throw ValidationError("--lan-address goes with --lan") }
    }

    func run() async throws {
        let folder =
            data.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? FileManager.default.temporaryDirectory.appending(
                path: "marquee-demo-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        defer { if data == nil { try? FileManager.default.removeItem(at: folder) } }
        let network = lan ? try DemoNetwork(port: port, contentPort: contentPort, address: lanAddress) : nil
        var flags: [ServerOption: String] = [
            .data: folder.path, .port: String(port), .contentPort: String(contentPort),
            .database: database ?? "", .objects: objects ?? "", .lab: ServerConfiguration.Lab.open.rawValue,
            .logLevel: "warning",
        ]
        if let network { flags.merge(try network.flags(in: folder)) { $1 } }
        var logger = Logger(label: "marquee")
        logger.logLevel = .warning
        let configuration = try ServerConfiguration(
            flags: flags, environment: ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("AWS_") })
        try MarqueeServer.checkPorts(of: configuration)
        let server = try await MarqueeServer(configuration: configuration, logger: logger)
        // Deleted while the server is there: a database that closes meanwhile takes files away, and the deletion ends with
        // an error halfway.
        defer { if data == nil { withExtendedLifetime(server) { try? FileManager.default.removeItem(at: folder) } } }
        try await publishSample(server)
        let password = try await account(server.platform)
        let (output, path, isKept, hasReaders) = (output, folder.path, data != nil, readers)
        let run = { @Sendable (profile: URL?) in
            try await server.run { addresses in
                // The certificate is for the network's address, not for this machine's own.
                let portal = configuration.publicURL ?? addresses.server
                let lab = configuration.publicURL.map { $0.appending(path: "lab/") } ?? addresses.lab
                let opened = Opened(
                    portal: portal, lab: lab, content: addresses.content, name: Self.account.name,
                    password: password, data: path, profile: profile, fingerprint: network?.fingerprint)
                try? output.print(opened) {
                    let text = Self.text(opened, isKept: isKept, hasReaders: hasReaders)
                    return profile.flatMap { network?.text($0) }.map { "\(text)\n\n\($0)" } ?? text
                }
            }
        }
        guard let network else { return try await run(nil) }
        try await network.run(profilePort: profilePort, run)
    }

    private func publishSample(_ server: MarqueeServer) async throws {
        guard let sample = Bundle.module.url(forResource: "Sample", withExtension: nil) else {
            throw ValidationError("the sample content is not beside the program")
        }
        let platform = server.platform
        let isNew = try await platform.releases.latestRoot(app: Self.account.app) == nil
        if isNew { _ = try await server.publisher.keys.makeApp(Self.account.app, name: "High Larch", by: "demo") }
        let progress = output.progress
        let request = ImportRequest(source: sample.path, app: Self.account.app, hub: "High Larch", who: "demo")
        let report = try await ContentImporter(platform: platform).run(request) {
            progress.update("Importing", $0, of: $1)
        }
        progress.clear()
        for problem in report.problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
        _ = try await server.publisher.publish(try Scope(app: Self.account.app), note: "Sample content", by: "demo")
        if try await platform.credentials.signingSecrets(app: Self.account.app, now: Timestamp(Date())).isEmpty {
            // Nobody reads it: the lab's phones sign with it.
            _ = try await platform.credentials.createSecret(app: Self.account.app, by: "demo")
        }
        // Once: in a folder that was kept, they have read already.
        let isFirst = isNew && readers
        try await DemoRecipients(app: Self.account.app).run(on: server, makesList: isFirst)
        if isFirst { try await DemoPlacements(app: Self.account.app).run(on: platform) }
        guard isFirst, let hub = try await platform.content.hubs(app: Self.account.app).first else { return }
        _ = try await SimulatedReaders(app: Self.account.app, hub: hub.id, now: Timestamp(Date())).run(on: server)
    }

    /// The demo's account, with a new password each time.
    private func account(_ platform: Platform) async throws -> String {
        let password = "demo-" + RandomToken.make(bytes: 9)
        if try await platform.accounts.isEmpty() {
            _ = try await platform.accounts.createFirst(name: Self.account.name, password: password)
        } else {
            try await platform.accounts.setPassword(password, of: Self.account.name, by: "demo")
        }
        return password
    }

    private static func text(_ opened: Opened, isKept: Bool, hasReaders: Bool) -> String {
        """
        Marquee runs. Stop it with Ctrl-C\(isKept ? "" : "; \(opened.data) is deleted then").

          Device lab   \(opened.lab?.absoluteString ?? "off")
          Portal       \(opened.portal)   sign in as \(opened.name) with \(opened.password)\(hasReaders ? "\n\nThe readers in its reports are simulated. The device lab's phones are test devices there." : "")
        """
    }
}
