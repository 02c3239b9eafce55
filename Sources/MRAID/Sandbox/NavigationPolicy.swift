/// Decides by its address every navigation that a web view or a frame asks about. The ad's page never navigates away:
/// other addresses open outside the ad. ``Container/received(_:from:at:)-(NavigationPolicy.Request,_,_)`` adds the tap
/// rule.
public struct NavigationPolicy: Sendable, Hashable {
    /// The part of the ad that navigates.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// The ad's own page.
        case page
        /// A frame inside the ad's page.
        case frame
        /// A new window that the ad asks for.
        case window
    }

    /// The cause of a navigation.
    public enum Trigger: String, Sendable, Hashable, CaseIterable {
        /// The host loads the ad.
        case host
        /// The server answered a load of the host with a redirect.
        case redirect
        /// A link, a form or a script of the ad.
        case ad
    }

    /// One navigation.
    public struct Request: Sendable, Hashable {
        /// The address of the navigation.
        public var url: String
        /// The part of the ad that navigates.
        public var target: Target
        /// The cause of the navigation.
        public var trigger: Trigger
        /// The number of redirects of this load so far.
        public var redirects: Int
        /// Whether only the fragment of the page's own address changes.
        public var staysInDocument: Bool

        /// By default the ad's own page navigates, caused by the ad.
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

    /// The result for a navigation.
    public enum Decision: Sendable, Hashable {
        /// The navigation continues.
        case allow
        /// The navigation is cancelled. The link opens outside the ad and counts as a click.
        case open(LinkPolicy.Link, in: LinkPolicy.Link.Destination)
        /// The navigation is cancelled for this reason.
        case refuse(LinkPolicy.Refusal)
    }

    /// The links that an ad may open.
    public var links: LinkPolicy
    /// The available features of the device.
    public var features: Set<Container.Feature>
    /// The largest number of redirects of one load.
    public var maximumRedirects: Int

    /// By default `https` alone, no features, and five redirects.
    public init(
        links: LinkPolicy = LinkPolicy(), features: Set<Container.Feature> = [], maximumRedirects: Int = 5
    ) {
        self.links = links
        self.features = features
        self.maximumRedirects = maximumRedirects
    }

    /// Decides one navigation, without the tap rule.
    public func decide(_ request: Request) -> Decision {
        do throws(LinkPolicy.Refusal) {
            return try judge(request)
        } catch {
            return .refuse(error)
        }
    }

    private func judge(_ request: Request) throws(LinkPolicy.Refusal) -> Decision {
        if request.staysInDocument { return .allow }
        let address = request.url.lowercased()
        if address == "about:blank", request.target == .frame || request.target == .page && request.trigger == .host {
            return .allow
        }
        // Content that the ad creates itself inherits the policy of its page.
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
