/// A document with the wrappers that led to it.
struct Answer: Sendable {
    let document: Document
    let chain: Chain
    /// The final address of the document; `nil` for one that was passed in without an address.
    let address: String?
    /// The stopwatch's reading when the document arrived. An ad's expiry counts from it.
    let arrival: Duration
    /// The document's addresses that are not allowed.
    let refusedAddresses: [RefusedAddress]

    /// Removes the addresses that are not allowed.
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

    /// The document, or one of its ads, as a position in the chain.
    func origin(of ad: Ad? = nil) -> Origin { Origin(Origin(level: chain.level, address: address), of: ad) }

    /// The report for a refused ad: to its own server and to all servers above.
    func failure(of ad: Ad, _ refusal: Refusal) -> ResolutionFailure {
        let origin = origin(of: ad)
        let pings = chain.pings(refusal.code, own: ad.parts.errors, at: origin)
        return ResolutionFailure(code: refusal.code, message: refusal.message, origin: origin, pings: pings)
    }

    /// The report for a document without ads: to the document's own Error addresses and to all wrappers.
    ///
    /// The code is also 303 if no wrapper led to the document. The standard names 303 only for the end of a chain, and
    /// no other code for the first document.
    var noAd: ResolutionFailure {
        let pings = chain.pings(.noAd, own: document.errors, at: origin())
        return ResolutionFailure(code: .noAd, message: "The document has no usable ad.", origin: origin(), pings: pings)
    }

    /// The report for a document whose ads were all refused. The wrappers have received each cause already, so only the
    /// document's own Error addresses get this report.
    /// - Returns: `nil` when there are none.
    var noAdLeft: ResolutionFailure? {
        let pings = Chain().pings(.noAd, own: document.errors, at: origin())
        guard !pings.isEmpty else { return nil }
        let message = "None of the document's ads can be used."
        return ResolutionFailure(code: .noAd, message: message, origin: origin(), pings: pings)
    }
}

extension Origin {
    /// The document, or one of its ads.
    fileprivate init(_ document: Origin, of ad: Ad?) {
        self.init(level: document.level, address: document.address, adID: ad?.id, system: ad?.parts.system?.name)
    }
}
