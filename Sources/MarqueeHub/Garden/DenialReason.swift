import MarqueeCore

/// Why the walled garden refused a request: a bounded set that logs, events and the device lab group by.
public enum DenialReason: String, Sendable, CaseIterable {
    /// Outside the release while only the release is allowed.
    case localOnly = "local_only"
    /// A scheme that runs code or reads files: `javascript`, `data`, `file`, `about`, `blob`.
    case dangerousScheme = "dangerous_scheme"
    /// A scheme that the app did not register.
    case unknownScheme = "unknown_scheme"
    /// Not an address, or a name in the release's own scheme that names nothing.
    case malformed
    /// The release has no such page or asset.
    case notInRelease = "not_in_release"
    /// The page was revoked after it was published.
    case revoked
    /// The page's time is over.
    case expired
    /// A document of the network where only a page of the release may stand.
    case foreignDocument = "foreign_document"
    /// An exempt address led to one that is not.
    case redirect
    /// The page is not the one that is displayed.
    case notDisplayed = "not_displayed"
    /// The page's own policy stopped it inside the web view, or would have: embedded without TLS, for example.
    case pagePolicy = "page_policy"
    /// Markup that a policy cannot stop, taken out before the page was shown.
    case markup

    init(_ refusal: LinkRule.Refusal) {
        switch refusal {
        case .malformed: self = .malformed
        case .dangerousScheme: self = .dangerousScheme
        case .unknownScheme: self = .unknownScheme
        }
    }
}
