/// An access key with its secret. Nothing that the value says about itself contains the secret or the token.
struct S3Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    let accessKey: String
    let secret: String
    /// Of a session that ends by itself; `nil` for a lasting key.
    let token: String?

    init(accessKey: String, secret: String, token: String? = nil) {
        self.accessKey = accessKey
        self.secret = secret
        self.token = token
    }

    /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and, if there is one, `AWS_SESSION_TOKEN`.
    /// - Throws: `invalid` when one of the first two is missing, or when one could not stand in a header.
    init(environment: [String: String]) throws(StoreError) {
        func value(_ name: String) throws(StoreError) -> String? {
            guard let value = environment[name], !value.isEmpty else { return nil }
            guard value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw StoreError(
                    .invalid, "\(name) has characters that no key of S3 has, such as a space or a line break")
            }
            return value
        }
        guard let key = try value("AWS_ACCESS_KEY_ID"), let secret = try value("AWS_SECRET_ACCESS_KEY") else {
            throw StoreError(
                .invalid,
                "an object store needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment")
        }
        self.init(accessKey: key, secret: secret, token: try value("AWS_SESSION_TOKEN"))
    }

    var description: String { "a key of S3" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
