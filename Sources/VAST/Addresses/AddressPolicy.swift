/// Which addresses the library passes on to be fetched, requested, opened, played or shown.
///
/// An ad server writes every address of a document, so no address is trusted: a `file:` address would read the device,
/// and `javascript:` would run in a page. The standard has no rule. By default only `http` and `https` are allowed.
/// Every other address becomes a ``RefusedAddress``.
public struct AddressPolicy: Sendable, Hashable {
    /// The allowed schemes, in lower case.
    public var schemes: Set<String>

    /// Allows `http` and `https`.
    public static let web = AddressPolicy()

    /// Creates a policy, for example with `["http", "https", "tel"]` for an app that can dial.
    public init(schemes: Set<String> = ["http", "https"]) {
        self.schemes = schemes
    }

    /// Whether an address is allowed: it is absolute, its scheme is allowed, and with `http` or `https` it names a
    /// host. An address that begins with `//` counts as `https`, which it gets when it is requested.
    public func admits(_ url: URLTemplate) -> Bool {
        let text = url.text.hasPrefix("//") ? "https:" + url.text : url.text
        guard let scheme = Address.scheme(of: text), schemes.contains(scheme) else { return false }
        return !["http", "https"].contains(scheme) || Address.namesHost(text)
    }

    /// Whether a document may be fetched from the address, or redirected there. Such an address must name a host,
    /// whatever its scheme.
    func admitsDocument(at address: String) -> Bool {
        guard let scheme = Address.scheme(of: address), schemes.contains(scheme) else { return false }
        return Address.namesHost(address) && !address.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
