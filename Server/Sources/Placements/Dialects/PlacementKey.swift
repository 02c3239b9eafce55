import Crypto
import Foundation
import MarqueeWire
import PlatformStore

/// A secret of an app, ready to sign and to check: making ready takes as long as signing a short text.
struct PlacementKey: Sendable {
    /// Signs as the SDKs in the field do it.
    let secret: PlacementSecret
    private let start: HMAC<SHA256>

    /// `nil` for an empty text, which is no secret.
    init?(_ secret: SigningSecret) {
        guard let ancestral = PlacementSecret(secret.text) else { return nil }
        self.secret = ancestral
        start = HMAC(key: SymmetricKey(data: Data(secret.text.utf8)))
    }

    /// HMAC with SHA-256, as 64 hexadecimal digits.
    func code(of bytes: some DataProtocol) -> String {
        var code = start
        code.update(data: bytes)
        return HexDigits.string(code.finalize())
    }
}
