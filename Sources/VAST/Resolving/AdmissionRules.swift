/// Decides whether a complete ad may play, by the app's expectations and the wrappers' blocked categories.
struct AdmissionRules: Sendable {
    let expectations: AdExpectations
    /// Decides whether a file of the linear part can be played; `nil` for no check.
    let media: (any MediaPolicy)?
    let addresses: AddressPolicy

    /// Returns the first requirement that a complete ad does not meet.
    func refusal(of inLine: InLine, as ad: Ad, under chain: Chain) -> Refusal? {
        let refusal =
            incompleteness(of: inLine) ?? expiry(of: inLine) ?? condition(of: ad) ?? medium(of: ad, under: chain)
        return refusal ?? linearity(of: inLine) ?? duration(of: inLine) ?? size(of: inLine)
            ?? category(of: inLine, under: chain) ?? playability(of: inLine)
    }

    /// Checks what is known of every ad, including wrappers, before it is followed.
    func condition(of ad: Ad) -> Refusal? {
        guard ad.isConditional, !expectations.acceptsConditionalAds else { return nil }
        return Refusal(.conditionalAdRefused, "Conditional ads are not accepted.")
    }

    /// An ad with nothing to show is incomplete, even for a lenient parser.
    private func incompleteness(of inLine: InLine) -> Refusal? {
        let isEmpty = inLine.parts.creatives.allSatisfy { creative in
            creative.linear == nil && creative.nonLinear == nil && creative.companions == nil
        }
        return isEmpty ? Refusal(.invalidDocument, "The ad has nothing to show.") : nil
    }

    private func expiry(of inLine: InLine) -> Refusal? {
        guard let expires = inLine.expires, expires <= .zero else { return nil }
        return .expired
    }

    private func medium(of ad: Ad, under chain: Chain) -> Refusal? {
        let medium = ad.medium ?? chain.medium ?? .video
        guard medium != .hybrid, !expectations.media.contains(medium) else { return nil }
        return Refusal(.unexpectedAdType, "An ad of type \(medium) is not expected.")
    }

    private func linearity(of inLine: InLine) -> Refusal? {
        let creatives = inLine.parts.creatives
        switch expectations.linearity {
        case .linear where !creatives.contains { $0.linear != nil }:
            return Refusal(.unexpectedLinearity, "A linear ad is expected; this one has no linear part.")
        case .nonLinear where !creatives.contains { $0.nonLinear != nil }:
            return Refusal(.unexpectedLinearity, "A non-linear ad is expected; this one has no non-linear part.")
        default: return nil
        }
    }

    private func duration(of inLine: InLine) -> Refusal? {
        guard let range = expectations.durations, let duration = inLine.linearCreative?.linear?.duration else {
            return nil
        }
        guard !range.contains(duration) else { return nil }
        return Refusal(.unexpectedDuration, "The ad lasts \(duration), which is outside the expected range.")
    }

    private func size(of inLine: InLine) -> Refusal? {
        guard let sizes = expectations.sizes else { return nil }
        let given: [(width: Int?, height: Int?)]
        if let linear = inLine.linearCreative?.linear {
            given = linear.mediaFiles.map { ($0.width, $0.height) }
        } else {
            given = inLine.parts.creatives.flatMap { $0.nonLinear?.items ?? [] }.map { ($0.width, $0.height) }
        }
        guard !given.isEmpty, !given.contains(where: { sizes.include(width: $0.width, height: $0.height) }) else {
            return nil
        }
        return Refusal(.unexpectedSize, "No size of the ad is in the expected range.")
    }

    private func category(of inLine: InLine, under chain: Chain) -> Refusal? {
        let given = Set(inLine.categories.map(\.comparable))
        let blocked = (expectations.blockedCategories + chain.blocked).first { given.contains($0.comparable) }
        if let blocked { return Refusal(.blockedCategory, "The category \(blocked.code) is blocked.") }
        let authorities = Set(given.compactMap(\.authority))
        let missing = expectations.requiredAuthorities.sorted().first { !authorities.contains($0.comparable) }
        return missing.map { Refusal(.missingCategory, "A category by \($0) is required.") }
    }

    private func playability(of inLine: InLine) -> Refusal? {
        guard let media, let linear = inLine.linearCreative?.linear else { return nil }
        return media.decide(for: linear, addresses: addresses).error.map {
            Refusal($0, "No media file of the ad can be played.")
        }
    }
}

extension Ad.Category {
    /// Authorities are addresses and are compared without case; codes are compared exactly.
    fileprivate var comparable: Self {
        Self(authority: authority?.comparable, code: code.trimmed)
    }
}

extension String {
    fileprivate var comparable: String { trimmed.lowercased() }
}
