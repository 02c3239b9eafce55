/// Decides by its address every navigation that a web view or a frame asks about. An ad's page stays where it is: what leads
/// elsewhere opens outside it. ``Container/received(_:from:at:)-(NavigationPolicy.Request,_,_)`` adds the tap rule.
public struct NavigationPolicy: Sendable, Hashable {
    /// What navigates.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// The ad's own page.
        case page
        /// A frame inside the ad's page.
        case frame
        /// A window that the ad wants to open.
        case window
    }

    /// Why it navigates.
    public enum Trigger: String, Sendable, Hashable, CaseIterable {
        /// The host loads the ad.
        case host
        /// The server of a page that the host loads answers with another address.
        case redirect
        /// The ad, by a link, a form or a script.
        case ad
    }

    /// One navigation.
    public struct Request: Sendable, Hashable {
        /// Where it leads.
        public var url: String
        /// What navigates.
        public var target: Target
        /// Why it navigates.
        public var trigger: Trigger
        /// How often this load was redirected already.
        public var redirects: Int
        /// Whether only the fragment of the page's own address changes.
        public var staysInDocument: Bool

        /// A navigation of the ad's own page by the ad, unless told otherwise.
        public init(
            url: String, target: Target = .page, trigger: Trigger = .ad, redirects: Int = 0,
            staysInDocument: Bool = false
        ) {
            self.url = url
            self.target = target
            self.trigger = trigger
            self.redirects = redirects
            self.staysInDocument = staysInDocument
        }
    }

    /// What becomes of a navigation.
    public enum Decision: Sendable, Hashable {
        /// It takes place.
        case allow
        /// It does not; the link is opened outside the ad, and counts as a click.
        case open(Link, in: Link.Destination)
        /// It does not, for the reason.
        case refuse(Refusal)
    }

    /// The links that an ad may lead to.
    public var links: LinkPolicy
    /// The features of the device.
    public var features: Set<Feature>
    /// How often a load may be redirected.
    public var maximumRedirects: Int

    /// A policy.
    public init(
        links: LinkPolicy = LinkPolicy(), features: Set<Feature> = [], maximumRedirects: Int = 5
    ) {
        self.links = links
        self.features = features
        self.maximumRedirects = maximumRedirects
    }

    /// The decision.
    public func decide(_ request: Request) -> Decision {
        do throws(Refusal) {
            return try judge(request)
        } catch {
            return .refuse(error)
        }
    }

    private func judge(_ request: Request) throws(Refusal) -> Decision {
        if request.staysInDocument { return .allow }
        let address = request.url.lowercased()
        if address == "about:blank", request.target == .frame || request.target == .page && request.trigger == .host {
            return .allow
        }
        // What the ad makes by itself inherits the policy of its page.
        if address == "about:srcdoc" || address.hasPrefix("data:") || address.hasPrefix("blob:"),
            request.target == .frame
        {
            return .allow
        }
        if request.target == .frame || request.trigger != .ad {
            _ = try links.judgeResource(request.url)
            guard request.redirects <= maximumRedirects else { throw .tooManyRedirects }
            return .allow
        }
        let (link, destination) = try links.judge(request.url, features: features)
        return .open(link, in: destination)
    }
}
