import Foundation
import MarqueeWire
import NIOSSL
import PlatformStore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Doctor {
    /// Whether each port is free, or held by this directory's server.
    func portChecks(isRunning: Bool) async -> [Check] {
        var checks: [Check] = []
        for listener in subject.listeners where listener.port != 0 {
            let place = "\(listener.host):\(listener.port)"
            switch PortState.of(host: listener.host, port: listener.port) {
            case .free:
                checks.append(Check(listener.setting, .ok, "\(place) is free"))
            case .taken where isRunning:
                checks.append(Check(listener.setting, .ok, "\(place) is in use, and this directory's server runs"))
            case .taken:
                checks.append(
                    Check(
                        listener.setting, .wrong,
                        "another program uses \(place): stop it, or choose another with --\(listener.setting)"))
            case .refused(let reason):
                checks.append(Check(listener.setting, .wrong, "\(place) cannot be used: \(reason)"))
            }
        }
        return checks
    }

    /// Whether the certificate can be used, and how long.
    func certificateChecks() -> [Check] {
        guard let files = subject.certificate else { return [] }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(files.chain.path)
            let key = try NIOSSLPrivateKey(file: files.key.path, format: .pem)
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
            guard let own = chain.first else {
                return [Check("certificate", .wrong, "\(files.chain.path) has no certificate")]
            }
            let ends = Timestamp(milliseconds: Int64(own.notValidAfter) * 1000)
            let days = (ends.milliseconds - now().milliseconds) / 86_400_000
            if ends <= now() {
                return [
                    Check(
                        "certificate", .wrong, "expired at \(ends): renew it, and the server takes it within a minute")
                ]
            }
            return [
                days < 14
                    ? Check(
                        "certificate", .warning,
                        "expires at \(ends), in \(days) days: renew it, and the server takes it within a minute")
                    : Check("certificate", .ok, "valid until \(ends), and its key fits")
            ]
        } catch {
            return [
                Check(
                    "certificate", .wrong,
                    "\(files.chain.path) and \(files.key.path) cannot be used together: \(error)")
            ]
        }
    }

    /// Whether the public address leads to a server with this database, and what its clock says.
    func publicChecks(_ platform: Platform?) async -> [Check] {
        guard let address = subject.publicURL else {
            return [Check("public address", .skipped, "none is set (--public-url)")]
        }
        let alive: (Data, HTTPURLResponse)
        do { alive = try await Self.get(address.appending(path: "healthz")) } catch {
            return [
                Check(
                    "public address", .wrong,
                    "\(address) cannot be reached from here (\(Self.reason(error))): look at DNS, firewall, proxy and certificate"
                )
            ]
        }
        guard alive.1.statusCode == 200, alive.0 == Data("ok\n".utf8) else {
            return [
                Check(
                    "public address", .wrong,
                    "\(address) answers, but not as a Marquee server (\(alive.1.statusCode)): look at the proxy")
            ]
        }
        return [await identityCheck(address, platform)] + Self.dateCheck(alive.1, now())
    }

    private func identityCheck(_ address: URL, _ platform: Platform?) async -> Check {
        guard let platform, let scope = try? await platform.releases.scopes().first,
            let own = try? await platform.releases.fresh(scope)
        else { return Check("public address", .ok, "\(address) answers as a Marquee server") }
        let route = address.appending(path: "v1/apps/\(scope.app)/\(scope.stream)/fresh")
        guard let answer = try? await Self.get(route) else {
            return Check(
                "public address", .wrong,
                "\(address) did not answer when asked for the current state of \(scope): look at the proxy, and at the server's log"
            )
        }
        return answer.0 == own.bytes
            ? Check("public address", .ok, "\(address) answers as this server, with the current state of \(scope)")
            : Check(
                "public address", .wrong,
                "\(address) answers with another state of \(scope) than this directory's: it leads to another server, or a "
                    + "proxy caches what must not be cached")
    }

    private static func dateCheck(_ answer: HTTPURLResponse, _ now: Timestamp) -> [Check] {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let text = answer.value(forHTTPHeaderField: "Date"), let date = format.date(from: text) else { return [] }
        let apart = Int(abs(date.timeIntervalSince1970 - Double(now.milliseconds) / 1000))
        return [
            apart < 60
                ? Check("clock and public address", .ok, "less than a minute apart")
                : Check(
                    "clock and public address", .wrong, "\(apart) s apart: set the clocks of server and proxy by NTP")
        ]
    }

    private static func get(_ url: URL) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: url, timeoutInterval: 10)
        request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        let (data, answer) = try await URLSession.shared.data(for: request)
        guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (data, answer)
    }

    private static func reason(_ error: any Error) -> String {
        (error as NSError).localizedDescription
    }
}
