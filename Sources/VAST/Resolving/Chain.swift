/// The wrappers that led to a document, the outermost first.
struct Chain: Sendable {
    /// One wrapper that was followed.
    struct Link: Sendable {
        let ad: Ad
        let wrapper: Wrapper
        let origin: Origin
        let version: Version?
    }

    private(set) var links: [Link] = []
    /// What nothing below may be about: the wrappers' categories of every level.
    private(set) var blocked: [Ad.Category] = []
    /// How many parts the wrappers add to an ad.
    private(set) var partCount = 0
    /// Every address that was asked for or answered on the way.
    private var addresses: Set<String> = []

    /// The level of the document that the chain leads to.
    var level: Int { links.count }

    /// The chain with one more wrapper.
    func following(_ link: Link) -> Chain {
        var chain = self
        chain.links.append(link)
        chain.partCount += link.wrapper.partCount
        for category in link.wrapper.blockedCategories where !chain.blocked.contains(category) {
            chain.blocked.append(category)
        }
        return chain
    }

    /// Takes note of an address of the document that the chain leads to.
    mutating func visit(_ address: String?) {
        if let address { addresses.insert(Self.withoutFragment(address)) }
    }

    /// Whether a document on the way came from this address.
    func hasVisited(_ address: String) -> Bool {
        addresses.contains(Self.withoutFragment(address))
    }

    /// Whether wrappers in the document below may be followed: yes unless the wrapper above says no.
    var allowsWrappers: Bool { links.last?.wrapper.followsAdditionalWrappers ?? true }

    /// Whether more than the first stand-alone ad of the document below may be used; only the wrapper directly above
    /// has a say, since the attribute speaks of the document it requests.
    ///
    /// Where that wrapper says nothing: no from 3.0 on, as the standard has it. In 2.0 the attribute does not exist and
    /// no such demand could be made, so a document of 2.0, or of no version, allows them.
    var allowsSeveralAds: Bool {
        guard let link = links.last else { return true }
        return link.wrapper.allowsMultipleAds ?? ((link.version ?? Version(2, 0)) < Version(3, 0))
    }

    /// What the nearest wrapper that says so takes the ad to be.
    var medium: Ad.Medium? { links.last { $0.ad.medium != nil }?.ad.medium }

    /// The place in a pod that the nearest wrapper with one has; the ad that it leads to is played there.
    var place: Int? { links.last { $0.ad.place != nil }?.ad.place }

    /// The Error addresses of every wrapper, then `own` of the document below, each once per level.
    func pings(_ code: ErrorCode, own: [URLTemplate] = [], at origin: Origin) -> [ErrorPing] {
        let levels = links.map { ($0.wrapper.parts.errors, $0.origin) } + [(own, origin)]
        var asked: Set<ErrorPing> = []
        return levels.flatMap { urls, origin in
            urls.map { ErrorPing(url: $0, code: code, origin: origin) }
        }.filter { asked.insert($0).inserted }
    }

    private static func withoutFragment(_ address: String) -> String {
        String(address.prefix { $0 != "#" })
    }
}
