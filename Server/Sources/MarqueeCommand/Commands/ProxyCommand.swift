public import ArgumentParser
import Foundation
public import MarqueeServer

struct ProxyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy", abstract: "Print the settings of a reverse proxy in front of the server.",
        usage: "marquee proxy nginx|caddy [--config FILE] [--SETTING VALUE ...]",
        discussion: """
            Addresses, ports, limits and times are those of the server with the same settings: name its settings file, \
            or give its flags. Needed is public-url, the address by which devices reach the proxy.

            Warnings about the server's own settings go to standard error.
            """)

    @Argument(help: "The proxy: nginx or caddy.")
    var program: ProxyProgram

    @Option(name: .long, help: "The certificate chain's PEM file; needs --key too.")
    var certificate: String?

    @Option(name: .long, help: "The PEM file of the certificate's private key.")
    var key: String?

    @Option(name: .long, help: "The server's host as the proxy reaches it, when the proxy is on another machine.")
    var upstream: String?

    @OptionGroup var server: ServerSettings

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key are given together or not at all")
        }
    }

    func run() async throws {
        let configuration = try server.configuration()
        let plan = try ServerSettings.explained { () throws(ServerConfigurationError) in
            try ProxyPlan(configuration, upstream: upstream)
        }
        for notice in plan.notices { FileHandle.standardError.write(Data("Warning: \(notice)\n".utf8)) }
        let files = certificate.flatMap { chain in key.map { ProxyProgram.Certificate(chain: chain, key: $0) } }
        print(program.settings(for: plan, certificate: files), terminator: "")
    }
}

extension ProxyProgram: ExpressibleByArgument {}
