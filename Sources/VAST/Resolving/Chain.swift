/// The wrappers that led to a document, the outermost first.
struct Chain: Sendable {
    /// One wrapper that was followed.
    struct Link: Sendable {
        let ad: Ad
        let wrapper: Wrapper
        let origin: Origin
        let version: Document.Version?
    }

    private(set) var links: [Link] = []
    /// The blocked categories of all wrappers.
    private(set) var blocked: [Ad.Category] = []
    /// The number of parts that the wrappers add to an ad.
    private(set) var partCount = 0
    /// All addresses that were requested or answered so far.
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

    /// Records an address of the document that the chain leads to.
    mutating func visit(_ address: String?) {
        if let address { addresses.insert(Self.withoutFragment(address)) }
    }

    /// Whether an earlier document came from this address.
    func hasVisited(_ address: String) -> Bool {
        addresses.contains(Self.withoutFragment(address))
    }

    /// Whether wrappers in the document below may be followed. They may, unless the wrapper above forbids it.
    var allowsWrappers: Bool { links.last?.wrapper.followsAdditionalWrappers ?? true }

    /// Whether more than the first stand-alone ad of the document below may be used. Only the wrapper directly above
    /// decides, because the attribute describes the document that it requests.
    ///
    /// If the attribute is missing, the answer is no from 3.0 on, as in the standard. 2.0 has no such attribute, so a
    /// document of 2.0 or without a version allows several ads.
    var allowsSeveralAds: Bool {
        guard let link = links.last else { return true }
        return link.wrapper.allowsMultipleAds ?? ((link.version ?? Document.Version(2, 0)) < Document.Version(3, 0))
    }

    /// The medium that the nearest wrapper with a type states.
    var medium: Ad.Medium? { links.last { $0.ad.medium != nil }?.ad.medium }

    /// The position in a pod of the nearest wrapper that has one. The ad below is played there.
    var place: Int? { links.last { $0.ad.place != nil }?.ad.place }

    /// The Error addresses of every wrapper, then those of the document below (`own`), each once per level.
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
