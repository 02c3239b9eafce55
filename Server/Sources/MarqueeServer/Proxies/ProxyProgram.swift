/// A reverse proxy whose settings ``ProxyPlan`` can be written as.
public enum ProxyProgram: String, Sendable, CaseIterable {
    /// nginx 1.18 or later.
    case nginx
    /// Caddy 2.6 or later.
    case caddy

    /// The certificate chain and its key, as PEM files that the proxy reads.
    public struct Certificate: Sendable, Equatable {
        let chain: String
        let key: String

        /// - Parameters:
        ///   - chain: the path of the chain, the server's own certificate first.
        ///   - key: the path of the private key.
        public init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }

    /// The text of a settings file.
    /// - Parameters:
    ///   - plan: what stands in it.
    ///   - certificate: `nil` leaves it to Caddy to get one, and names the place where certbot puts it for nginx.
    public func settings(for plan: ProxyPlan, certificate: Certificate? = nil) -> String {
        switch self {
        case .nginx: NginxSettings(plan: plan, certificate: certificate).text
        case .caddy: CaddySettings(plan: plan, certificate: certificate).text
        }
    }
}

extension Duration {
    /// Whole seconds, at least one, as both programs write times.
    var proxySeconds: String { "\(max(1, components.seconds))s" }
}
