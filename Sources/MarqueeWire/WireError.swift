/// A refusal of something that arrived over the wire or from a file, with a bounded code that logs and metrics group
/// by.
///
/// Thrown by every decoder and verifier of this module. The message names the offending value and never holds a secret.
public struct WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The bounded set of reasons; the raw values are stable and appear in logs, metrics and the `/v1` error answers.
    public enum Code: String, Sendable, CaseIterable, Codable {
        /// The bytes do not follow the format: framing, JSON, DER, an unknown field value.
        case malformed
        /// More bytes, entries or depth than the format allows, or than the signed length says.
        case tooLarge = "too_large"
        /// Fewer bytes than announced.
        case truncated
        /// A key algorithm, curve or size outside the accepted set.
        case unsupportedKey = "unsupported_key"
        /// A signature does not verify, or is made by a key that the role does not name.
        case badSignature = "bad_signature"
        /// Fewer distinct valid signatures than the role's threshold.
        case thresholdNotMet = "threshold_not_met"
        /// A document of one type presented as another.
        case wrongType = "wrong_type"
        /// A document of another app.
        case wrongApp = "wrong_app"
        /// A document of another stream.
        case wrongStream = "wrong_stream"
        /// The bytes hash to something other than what the signed parent names.
        case wrongHash = "wrong_hash"
        /// A version lower than one already accepted, or a gap in the root chain.
        case wrongVersion = "wrong_version"
        /// The document's validity ended before the refresh began.
        case expired
    }

    /// What programs tell errors apart by.
    public let code: Code
    /// One sentence that names the offending value, shortened; no secret.
    public let message: String

    /// Describes why something was refused.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}
