/// A `Caddyfile`.
struct CaddySettings {
    let plan: ProxyPlan
    let certificate: ProxyProgram.Certificate?

    var text: String {
        let sites = [plan.main, plan.content].compactMap { $0 }.map(block)
        return ([head] + sites).joined(separator: "\n\n") + "\n"
    }

    /// Caddy has these timeouts for all of its sites.
    private var head: String {
        """
        # For Caddy 2.6 or later. Written by `marquee proxy caddy`. The first block holds Caddy's global options: a
        # Caddyfile has one such block, in the first place.
        {
            # A reload ends event streams after this time; pages open them again.
            grace_period \(plan.requestTimeout.proxySeconds)
            servers {
                timeouts {
                    read_header \(plan.headTimeout.proxySeconds)
                    read_body \(plan.requestTimeout.proxySeconds)
                }
            }
        }
        """
    }

    private func block(_ site: ProxyPlan.Site) -> String {
        """
        \(site.origin) {
        \(tls(site))    request_body {
                max_size \(plan.bodyLimit)
            }
            reverse_proxy \(site.upstream) {
        \(trust)        # Event streams are passed on at once.
                flush_interval -1
                transport http {
                    # Marquee closes a connection that waits for a request for \(plan.requestTimeout.proxySeconds).
                    keepalive \(plan.idleTime.proxySeconds)
                    # Publishing many articles takes minutes.
                    read_timeout \(plan.silence.proxySeconds)
                    write_timeout \(plan.requestTimeout.proxySeconds)
                    # Marquee compresses what is worth it.
                    compression off
                }
            }
        }
        """
    }

    private func tls(_ site: ProxyPlan.Site) -> String {
        guard site.isTLS, let certificate else { return "" }
        return "    tls \(certificate.chain) \(certificate.key)\n"
    }

    /// Caddy replaces `X-Forwarded-For` unless the request comes from a proxy that it trusts.
    private var trust: String {
        plan.proxies > 1
            ? "        # The proxies in front of this one; add the addresses of those outside private networks.\n        trusted_proxies private_ranges\n"
            : ""
    }
}
