/// Which addresses may leave the library: to be fetched, asked for, opened, played or shown.
///
/// An ad server writes every address of a document, so that none is trusted: `file:` would read the device, `javascript:`
/// run in a page. The standard has no rule; unless an app says otherwise, only `http` and `https` leave. An address that
/// may not is a ``RefusedAddress``.
public struct AddressPolicy: Sendable, Hashable {
    /// The schemes that may leave, in lower case.
    public var schemes: Set<String>

    /// `http` and `https`.
    public static let web = AddressPolicy()

    /// Makes a policy, for example of `["http", "https", "tel"]` for an app that dials.
    public init(schemes: Set<String> = ["http", "https"]) {
        self.schemes = schemes
    }

    /// Whether an address may leave: it is absolute and of an allowed scheme, and one of `http` and `https` names a
    /// host. An address that begins with `//` counts as `https`, which it gets when it is requested.
    public func admits(_ url: URLTemplate) -> Bool {
        let text = url.text.hasPrefix("//") ? "https:" + url.text : url.text
        guard let scheme = Address.scheme(of: text), schemes.contains(scheme) else { return false }
        return !["http", "https"].contains(scheme) || Address.namesHost(text)
    }

    /// Whether a document may be fetched from an address, or may have been redirected there; it names a host, whatever
    /// its scheme.
    func admitsDocument(at address: String) -> Bool {
        guard let scheme = Address.scheme(of: address), schemes.contains(scheme) else { return false }
        return Address.namesHost(address) && !address.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
