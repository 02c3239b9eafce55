public import Foundation

/// A second factor that waits for its first code: what a person puts into an authenticator app.
public struct SecondFactorEnrolment: Sendable, Hashable {
    /// The shared secret in base 32, to be typed; a secret.
    public let secret: String
    /// The same as an `otpauth:` address, for a link or a QR code; a secret.
    public let address: URL

    init?(secret bytes: Data, account: String) {
        secret = Base32.text(bytes)
        var components = URLComponents()
        components.scheme = "otpauth"
        components.host = "totp"
        components.path = "/Marquee:\(account)"
        components.queryItems = [
            URLQueryItem(name: "secret", value: secret), URLQueryItem(name: "issuer", value: "Marquee"),
            URLQueryItem(name: "algorithm", value: "SHA1"),
            URLQueryItem(name: "digits", value: String(OneTimePassword.digits)),
            URLQueryItem(name: "period", value: String(OneTimePassword.period)),
        ]
        guard let url = components.url else { return nil }
        address = url
    }
}
