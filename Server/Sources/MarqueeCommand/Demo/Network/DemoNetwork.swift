import ArgumentParser
import Foundation
import MarqueeServer

/// A demo that phones in the network of this machine reach by TLS, once they trust its authority.
struct DemoNetwork: Sendable {
    private let reached: NetworkAddress
    /// The machine's other addresses, which the demo does not listen to.
    private let others: [NetworkAddress]
    private let authority: LocalAuthority
    private let name: String
    private let port: Int
    private let contentPort: Int
    /// Of the authority, as a phone shows it.
    let fingerprint: String

    /// - Parameter wanted: the address to listen to; `nil` for a private one of this machine.
    /// - Throws: `ValidationError` for a machine without such an address, and for a port that nobody knows beforehand.
    init(port: Int, contentPort: Int, address wanted: String?) throws {
        guard port != 0, contentPort != 0 else {
            throw ValidationError("--lan needs ports that apps can carry; 0 lets the system choose another each time")
        }
        let all = try NetworkAddress.all()
        let chosen = try Self.chosen(wanted, of: all)
        (reached, others) = (chosen, all.filter { $0 != chosen })
        name = Self.label(ProcessInfo.processInfo.hostName)
        (self.port, self.contentPort) = (port, contentPort)
        authority = try LocalAuthority(addresses: [reached], name: name)
        fingerprint = try authority.fingerprint
    }

    private static func chosen(_ wanted: String?, of all: [NetworkAddress]) throws -> NetworkAddress {
        let listed = all.map { "\($0.text) (\($0.device))" }.joined(separator: ", ")
        if let wanted {
            guard let found = all.first(where: { $0.text == wanted }) else {
                throw ValidationError(
                    "--lan-address is no IPv4 address of this machine in a network\(all.isEmpty ? "" : "; it has \(listed)")"
                )
            }
            return found
        }
        guard !all.isEmpty else { throw ValidationError("this machine has no IPv4 address in a network") }
        guard let best = NetworkAddress.best(of: all) else {
            throw ValidationError(
                "this machine has no private address, so others than the phones beside it may reach the demo; choose an "
                    + "address with --lan-address if you want that: \(listed)")
        }
        return best
    }

    /// The first part of the machine's name, of characters that names and certificates may have.
    private static func label(_ host: String) -> String {
        let first = host.lowercased().prefix { $0 != "." }
        let label = first.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(63)
        return label.isEmpty ? "marquee" : String(label)
    }

    /// The address that devices reach.
    private var address: String { "https://\(reached.text):\(port)" }
    private var contentAddress: String { "https://\(reached.text):\(contentPort)" }

    /// What the server is started with. The lab is for people who are signed in, because others reach it too.
    func flags(in folder: URL) throws -> [ServerOption: String] {
        let files = try authority.issue(in: folder.appending(path: "network", directoryHint: .isDirectory))
        return [
            .host: reached.text, .publicURL: address, .contentURL: contentAddress,
            .tlsCertificate: files.certificate.path,
            .tlsKey: files.key.path,
            .lab: ServerConfiguration.Lab.signedIn.rawValue,
        ]
    }

    /// Hands out the profile while `work` runs; the first of the two that ends, ends the other.
    func run(
        profilePort: Int, _ work: @escaping @Sendable (URL?) async throws -> Void
    ) async throws {
        let profile = try TrustProfile(authority, name: name).data
        let server = ProfileServer(
            host: reached.text, port: profilePort, profile: profile,
            steps: steps(
                comparing: "with the one that the demo’s terminal shows. It is not on this page, because others in the "
                    + "network could change the page"))
        let (ports, opened) = AsyncStream.makeStream(of: Int.self)
        let host = reached.text
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.run { opened.yield($0) }
                opened.finish()
            }
            group.addTask {
                guard let port = await ports.first(where: { _ in true }) else { return }
                try await work(URL(string: "http://\(host):\(port)/"))
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// What a person does on the phone, below the address of the profile.
    func text(_ profile: URL) -> String {
        let code = TerminalCode.text(profile.absoluteString) ?? ""
        let numbered = steps(comparing: "with \(fingerprint)").enumerated().map { "  \($0 + 1). \($1)" }.joined(
            separator: "\n")
        let unused = others.map { "\($0.text) (\($0.device))" }.joined(separator: ", ")
        let choice =
            others.isEmpty ? "" : " This machine also has \(unused): --lan-address chooses another."
        let warning =
            reached.isPrivate
            ? "" : "\n\(reached.text) is no private address: machines outside your network may reach it."
        return """
            The demo listens to \(reached.text) (\(reached.device)) alone.\(choice)\(warning)

            Everybody in this network reaches the sign-in page and the device service. Browsers warn until their machine
            trusts the profile too.

            A phone in this network: open \(profile.absoluteString) with its camera or in Safari.

            \(code)

            \(numbered)
            """
    }

    /// What a person does on the phone.
    /// - Parameter reference: where the right fingerprint stands.
    private func steps(comparing reference: String) -> [String] {
        [
            "Download the profile, then install it under Settings, General, VPN & Device Management.",
            "Compare the certificate’s SHA-256 \(reference).",
            "Switch “Marquee demo on \(name)” on under Settings, General, About, Certificate Trust Settings.",
            "Build the app with marquee.json of \(address)/portal/files and run it on the phone.",
            "Remove the profile when you have finished. It removes itself after \(LocalAuthority.days) days.",
        ]
    }
}
