/// The reason why something from the wire or a file was refused, with a code from a fixed set for logs and metrics.
///
/// Every decoder and verifier of this module throws it. The message names the offending value and never contains a
/// secret.
public struct WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The possible reasons. The raw values are stable; they appear in logs, metrics and the `/v1` error answers.
    public enum Code: String, Sendable, CaseIterable, Codable {
        /// The bytes do not follow the format: framing, JSON, DER, an unknown field value.
        case malformed
        /// More bytes, entries or depth than the format or the signed length allows.
        case tooLarge = "too_large"
        /// Fewer bytes than announced.
        case truncated
        /// A key algorithm, curve or size outside the accepted set.
        case unsupportedKey = "unsupported_key"
        /// A signature is not valid, or its key does not belong to the role.
        case badSignature = "bad_signature"
        /// Fewer distinct valid signatures than the role's threshold.
        case thresholdNotMet = "threshold_not_met"
        /// A document of another type than expected.
        case wrongType = "wrong_type"
        /// A document of another app.
        case wrongApp = "wrong_app"
        /// A document of another stream.
        case wrongStream = "wrong_stream"
        /// The hash of the bytes differs from the one in the signed document or manifest.
        case wrongHash = "wrong_hash"
        /// A version lower than an accepted one, or a gap in the root chain.
        case wrongVersion = "wrong_version"
        /// The document expired before the refresh began.
        case expired
    }

    /// The code for programs.
    public let code: Code
    /// One sentence that names the offending value, shortened, without secrets.
    public let message: String

    /// `message` is one sentence without secrets.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}
