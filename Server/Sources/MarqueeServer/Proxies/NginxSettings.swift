/// A file for nginx's `http` block, such as `/etc/nginx/sites-available/marquee`.
struct NginxSettings {
    let plan: ProxyPlan
    let certificate: ProxyProgram.Certificate?

    var text: String {
        var parts = ["# For nginx 1.18 or later, inside its http block. Written by `marquee proxy nginx`."]
        if plan.connectionsPerAddress != nil {
            parts.append("limit_conn_zone $binary_remote_addr zone=marquee:10m;")
        }
        parts += server("marquee", plan.main)
        if let content = plan.content { parts += server("marquee_content", content) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private func server(_ name: String, _ site: ProxyPlan.Site) -> [String] {
        [upstream(name, site), redirect(site), block(name, site)].compactMap { $0 }
    }

    private func upstream(_ name: String, _ site: ProxyPlan.Site) -> String {
        """
        upstream \(name) {
            server \(site.upstream);
            keepalive 32;
            # Marquee closes a connection that waits for a request for \(plan.requestTimeout.proxySeconds).
            keepalive_timeout \(plan.idleTime.proxySeconds);
        }
        """
    }

    /// Leads plain HTTP to TLS, except the questions by which a certificate is issued.
    private func redirect(_ site: ProxyPlan.Site) -> String? {
        guard site.isTLS, site.port == 443 else { return nil }
        return """
            server {
                listen 80;
                listen [::]:80;
                server_name \(site.host);
                location /.well-known/acme-challenge/ {
                    root /var/www/html;
                }
                location / {
                    return 301 \(site.origin)$request_uri;
                }
            }
            """
    }

    private func block(_ name: String, _ site: ProxyPlan.Site) -> String {
        """
        server {
        \(listening(site))
            server_name \(site.host);

            client_header_timeout \(plan.headTimeout.proxySeconds);
            client_body_timeout \(plan.requestTimeout.proxySeconds);
            send_timeout \(plan.requestTimeout.proxySeconds);
            client_max_body_size \(plan.bodyLimit);
        \(connections)    # Marquee compresses what is worth it.
            gzip off;

            location / {
                proxy_pass http://\(name);
                proxy_http_version 1.1;
                proxy_set_header Connection "";
                # With its port: Marquee compares it with the Origin of requests.
                proxy_set_header Host $http_host;
                # Marquee reads \(plan.proxies == 1 ? "the last address" : "address \(plan.proxies) from the end").
                proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                proxy_send_timeout \(plan.requestTimeout.proxySeconds);
                # Publishing many articles takes minutes. Event streams turn buffering off themselves.
                proxy_read_timeout \(plan.silence.proxySeconds);
                proxy_redirect off;
            }
        }
        """
    }

    private func listening(_ site: ProxyPlan.Site) -> String {
        guard site.isTLS else { return "    listen \(site.port);\n    listen [::]:\(site.port);" }
        let folder = "/etc/letsencrypt/live/\(site.host)"
        return """
                listen \(site.port) ssl http2;
                listen [::]:\(site.port) ssl http2;
                ssl_certificate \(certificate?.chain ?? "\(folder)/fullchain.pem");
                ssl_certificate_key \(certificate?.key ?? "\(folder)/privkey.pem");
                ssl_protocols TLSv1.2 TLSv1.3;
            """
    }

    private var connections: String { plan.connectionsPerAddress.map { "    limit_conn marquee \($0);\n" } ?? "" }
}
