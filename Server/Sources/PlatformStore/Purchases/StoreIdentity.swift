/// How the store knows an app.
public struct StoreIdentity: Sendable, Hashable {
    /// The app's bundle ids: at least one; receipts of others are refused.
    public var bundleIDs: [String]
    /// The shared password of the older verification service.
    public var password: String?

    /// An app of the store.
    public init(bundleIDs: [String], password: String? = nil) {
        self.bundleIDs = bundleIDs
        self.password = password
    }

    func check() throws(StoreError) {
        guard (1...20).contains(bundleIDs.count), bundleIDs.allSatisfy(Self.isBundleID) else {
            throw StoreError(
                .invalid, "an app has 1 to 20 bundle ids, each of 1 to 155 letters, digits, hyphens and full stops")
        }
        if let password, !(1...255).contains(password.utf8.count) {
            throw StoreError(.invalid, "the store's shared password has 1 to 255 bytes")
        }
    }

    private static func isBundleID(_ text: String) -> Bool {
        (1...155).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == ".")
            }
    }
}
