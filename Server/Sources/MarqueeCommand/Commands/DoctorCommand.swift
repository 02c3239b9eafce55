import ArgumentParser
import Foundation
import MarqueeServer
import Operating

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what is wrong with a server, and what to do about it.",
        usage: "marquee doctor [--config FILE] [--SETTING VALUE ...] [--json]",
        discussion: """
            Takes the settings of `marquee serve` and looks at everything they lead to: who may use directory and keys, free space, the \
            database (engine, layout, integrity), the server's key and the apps' keys with the documents' expiry, feeds, the warehouse \
            and the spool, clocks, ports, the certificate, the app store's root certificate, and whether the public address leads to this server. It changes nothing, \
            and the server may run meanwhile. `marquee serve --help` lists the settings.

            Each line begins with ok, warning, wrong or skipped. The exit code is 1 when something is wrong.
            """)

    @OptionGroup var output: OutputOptions

    @OptionGroup var server: ServerSettings

    func run() async throws {
        let configuration = try server.configuration()
        var listeners = [Doctor.Listener(setting: "port", host: configuration.host, port: configuration.port)]
        if configuration.lab != .off {
            listeners.append(
                Doctor.Listener(setting: "content-port", host: configuration.host, port: configuration.contentPort))
        }
        if let port = configuration.operationsPort {
            listeners.append(
                Doctor.Listener(setting: "operations-port", host: configuration.operationsHost, port: port))
        }
        let checks = await Doctor(
            Doctor.Subject(
                folder: configuration.data, database: configuration.database, objects: configuration.objects,
                listeners: listeners,
                certificate: configuration.tls.map { ($0.certificate, $0.key) },
                receiptRoot: configuration.receiptRoot, publicURL: configuration.publicURL)
        ).run()
        try output.print(checks) {
            TextTable(header: ["", "", ""], rows: checks.map { [$0.state.rawValue, $0.name, $0.answer] }).rendered()
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        if checks.contains(where: { $0.state == .wrong }) { throw ExitCode.failure }
    }
}
