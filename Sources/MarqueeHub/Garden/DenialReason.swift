import MarqueeCore

/// Why the walled garden refused a request. Logs, events and the device lab group requests by these reasons.
public enum DenialReason: String, Sendable, CaseIterable {
    /// The address is outside the release, and only the release is allowed.
    case localOnly = "local_only"
    /// The scheme runs code or reads files: `javascript`, `data`, `file`, `about`, `blob`.
    case dangerousScheme = "dangerous_scheme"
    /// The app did not register the scheme.
    case unknownScheme = "unknown_scheme"
    /// The text is not an address, or is not a valid content URI in the release's own scheme.
    case malformed
    /// The release has no such page or asset.
    case notInRelease = "not_in_release"
    /// The publisher revoked the page after its release.
    case revoked
    /// The page has expired.
    case expired
    /// A document came from the network where only a page of the release is allowed.
    case foreignDocument = "foreign_document"
    /// An exempt address redirected to an address that is not exempt.
    case redirect
    /// The request is for a page that is not displayed now.
    case notDisplayed = "not_displayed"
    /// The page's policy stopped the request in the web view, or forbids it: for example, embedding without TLS.
    case pagePolicy = "page_policy"
    /// The SDK removed markup that a policy cannot stop, before the page was shown.
    case markup

    init(_ refusal: LinkRule.Refusal) {
        switch refusal {
        case .malformed: self = .malformed
        case .dangerousScheme: self = .dangerousScheme
        case .unknownScheme: self = .unknownScheme
        }
    }
}
