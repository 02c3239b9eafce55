/// Where a wrapper points to, and whether it may be followed there.
struct Pathfinder: Sendable {
    let options: ResolutionOptions
    /// What is known when an address is requested.
    let macros: @Sendable () -> MacroValues

    /// The first document.
    /// - Throws: ``Refusal`` when the address may not be fetched.
    func start(at tag: URLTemplate) throws(Refusal) -> Pointer {
        try pointer(to: tag, from: nil, under: Chain())
    }

    /// The document that a wrapper points to.
    /// - Throws: ``Refusal`` when it may not be fetched.
    func follow(_ wrapper: Wrapper, of ad: Ad, in answer: Answer) throws(Refusal) -> Pointer {
        let limits = options.limits
        guard let tag = wrapper.tag else {
            throw Refusal(.invalidDocument, "The wrapper has no address to follow.")
        }
        guard answer.chain.level < limits.wrappers else {
            throw Refusal(.wrapperLimit, "No more than \(limits.wrappers) wrappers are followed.")
        }
        // Looked at first, since what comes after takes time and room by these numbers.
        guard answer.chain.partCount + wrapper.partCount <= limits.parts else {
            throw Refusal(.wrapper, "The wrappers add more than \(limits.parts) parts to an ad.")
        }
        guard tag.text.utf8.count <= limits.addressBytes else {
            throw Refusal(.wrapper, "The wrapper's address has more than \(limits.addressBytes) bytes.")
        }
        let link = Chain.Link(
            ad: ad, wrapper: wrapper, origin: answer.origin(of: ad), version: answer.document.version)
        let chain = answer.chain.following(link)
        return try pointer(to: tag, from: answer.address, under: chain)
    }

    /// Whether the address may be fetched, or may have been redirected to.
    func allows(_ address: String) -> Bool {
        options.addresses.admitsDocument(at: address)
    }

    private func pointer(to tag: URLTemplate, from base: String?, under chain: Chain) throws(Refusal) -> Pointer {
        let reference = tag.expanded(with: values(under: chain), in: .adRequest)
        guard let address = Address.resolve(reference, against: base).map(Address.escaped), allows(address) else {
            throw Refusal(LoadFailure.refusedScheme, of: reference)
        }
        guard !chain.hasVisited(address) else {
            throw Refusal(.wrapperLimit, "The wrappers lead in a circle to \(address).")
        }
        var chain = chain
        chain.visit(address)
        return Pointer(address: address, chain: chain)
    }

    /// The caller's values and the categories that are blocked on the way, except what is too long to be a code.
    private func values(under chain: Chain) -> MacroValues {
        var values = macros()
        let blocked = options.expectations.blockedCategories + chain.blocked
        if !blocked.isEmpty { values.setBlockedCategories(blocked.filter { $0.code.utf8.count <= 64 }) }
        return values
    }
}
