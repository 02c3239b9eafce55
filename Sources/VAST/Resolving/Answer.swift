/// A document with the wrappers that led to it.
struct Answer: Sendable {
    let document: Document
    let chain: Chain
    /// Where it came from in the end; `nil` for one that was handed over without.
    let address: String?
    /// The stopwatch's reading when it came, from which an ad's expiry counts.
    let arrival: Duration
    /// What the document names and may not leave.
    let refusedAddresses: [RefusedAddress]

    /// Takes a document without the addresses that may not leave.
    init(_ document: Document, chain: Chain, address: String?, arrival: Duration, addresses: AddressPolicy) {
        let origin = Origin(level: chain.level, address: address)
        var (document, screen) = (document, AddressScreen(addresses, at: origin))
        document.errors = screen.admitted(document.errors, for: .error)
        for index in document.ads.indices {
            screen.origin = Origin(origin, of: document.ads[index])
            document.ads[index].screen(by: &screen)
        }
        (self.document, refusedAddresses) = (document, screen.refused)
        (self.chain, self.address, self.arrival) = (chain, address, arrival)
    }

    /// The document, or one ad of it, as a place in the chain.
    func origin(of ad: Ad? = nil) -> Origin { Origin(Origin(level: chain.level, address: address), of: ad) }

    /// What is told when an ad of the document is refused: to its own server and to all above.
    func failure(of ad: Ad, _ refusal: Refusal) -> ResolutionFailure {
        let origin = origin(of: ad)
        let pings = chain.pings(refusal.code, own: ad.parts.errors, at: origin)
        return ResolutionFailure(code: refusal.code, message: refusal.message, origin: origin, pings: pings)
    }

    /// What is told when the document offers no ad: to the document's own Error addresses and to all wrappers.
    ///
    /// The code is 303 without a wrapper as well; the standard names it only for the end of a chain, and names no
    /// other for the first document.
    var noAd: ResolutionFailure {
        let pings = chain.pings(.noAd, own: document.errors, at: origin())
        return ResolutionFailure(code: .noAd, message: "The document has no ad to use.", origin: origin(), pings: pings)
    }

    /// What is told when the document offers ads and each was refused. The wrappers have been told each cause, so
    /// that only the document's own Error addresses are left.
    /// - Returns: `nil` when there are none.
    var noAdLeft: ResolutionFailure? {
        let pings = Chain().pings(.noAd, own: document.errors, at: origin())
        guard !pings.isEmpty else { return nil }
        let message = "None of the document's ads can be used."
        return ResolutionFailure(code: .noAd, message: message, origin: origin(), pings: pings)
    }
}

extension Origin {
    /// One ad of a document, or the document.
    fileprivate init(_ document: Origin, of ad: Ad?) {
        self.init(level: document.level, address: document.address, adID: ad?.id, system: ad?.parts.system?.name)
    }
}
