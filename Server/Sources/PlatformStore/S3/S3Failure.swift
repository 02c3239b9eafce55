import Foundation
import XMLTree

/// Why one request to an object store did not succeed, in a sentence without secrets.
struct S3Failure: Error, Sendable {
    /// S3's word for the reason, such as `SlowDown`; empty when the store did not say.
    let code: String
    let message: String
    /// Whether the same request may succeed a moment later.
    let isTransient: Bool

    init(code: String = "", _ message: String, isTransient: Bool = false) {
        self.code = code
        self.message = message
        self.isTransient = isTransient
    }

    /// The reason in an answer that is not the expected one.
    init(_ answer: S3Answer) {
        let code = Self.code(in: answer.body)
        self.init(
            code: code, Self.sentence(code, answer.status),
            isTransient: (answer.status >= 500 && answer.status != 501) || answer.status == 429
                || Self.transient.contains(code))
    }

    /// What the stores of the platform throw for it.
    var storeError: StoreError { isTransient ? .unreachableObjects(message) : StoreError(.storage, message) }

    private static let transient: Set = [
        "InternalError", "OperationAborted", "RequestTimeout", "ServiceUnavailable", "SlowDown", "Throttling",
    ]

    /// The word in `<Error><Code>`; other elements are not shown, because they repeat parts of the request.
    private static func code(in body: Data) -> String {
        let code = (try? S3Document(body))?.root("Error")?.value("Code") ?? ""
        return code.utf8.count <= 64 && code.allSatisfy { $0.isASCII && $0.isLetter } ? code : ""
    }

    private static func sentence(_ code: String, _ status: Int) -> String {
        switch code {
        case "RequestTimeTooSkewed":
            "the object store refuses requests because its clock and this machine's differ: set this machine's clock"
        case "InvalidAccessKeyId": "the object store does not know the key in AWS_ACCESS_KEY_ID"
        case "SignatureDoesNotMatch":
            "the object store refuses the signature: AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID"
        case "ExpiredToken", "InvalidToken": "the object store refuses AWS_SESSION_TOKEN: it has expired or is wrong"
        case "AccessDenied":
            "the object store denies access: the key needs to read, write, delete and list objects in the bucket"
        case "NoSuchBucket": "the object store has no bucket of this name"
        case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect",
            "IllegalLocationConstraintException":
            "the bucket is in another region: name it with region=…"
        case "": "the object store answered \(status)"
        default: "the object store answered \(status) \(code)"
        }
    }
}

extension StoreError {
    /// The object store does not answer, or has too much to do.
    static func unreachableObjects(_ message: String) -> StoreError { StoreError(.unavailable, message) }
}
