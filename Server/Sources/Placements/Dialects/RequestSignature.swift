import MarqueeWire
import Secrets

/// Checks the signatures of requests of the SDKs from 1.10 on.
enum RequestSignature {
    /// The parameters that `sig4` covers besides token and nonce.
    static let identifiers = ["ifa", "idfv", "mac", "session", "sid"]

    /// The key with which the request was signed; `nil` if it was none of these.
    static func key(of parameters: [String: String], among keys: [PlacementKey]) -> PlacementKey? {
        let nonce = parameters["nonce"] ?? ""
        guard !nonce.isEmpty else { return nil }
        return keys.first { signs($0.secret, parameters, nonce) }
    }

    /// The identifiers of a request that was signed with `sig4`, by name.
    static func identifiers(of parameters: [String: String]) -> [String: String] {
        parameters.filter { identifiers.contains($0.key) && !$0.value.isEmpty }
    }

    private static func signs(_ secret: PlacementSecret, _ parameters: [String: String], _ nonce: String) -> Bool {
        let token = parameters["token"] ?? ""
        if let signature = parameters["sig4"] {
            let expected = secret.signature(ofIdentifiers: identifiers(of: parameters), token: token, nonce: nonce)
            return expected.map { ConstantTime.equal($0, signature) } ?? false
        }
        guard let signature = parameters["signature"] else { return false }
        let parts = PlacementSecret.RequestParts(
            token: token, session: parameters["session"] ?? "", gid: parameters["gid"] ?? "", nonce: nonce)
        if ConstantTime.equal(secret.signature(of: parts), signature) { return true }
        // SDKs in the field drop the end of a text that is not ASCII, where the secret is.
        return secret.bytesHashedByAncestor(with: parts) >= PlacementSecret.fewestHashedBytes
            && ConstantTime.equal(secret.signature(of: parts, asAncestor: true), signature)
    }
}
