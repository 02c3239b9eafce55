/// Finds the document that a wrapper points to, and decides whether it may be followed.
struct WrapperFollower: Sendable {
    let options: ResolutionOptions
    /// The values of macros for a request.
    let macros: @Sendable () -> MacroValues

    /// The first document.
    /// - Throws: ``Refusal`` when the address may not be fetched.
    func start(at tag: URLTemplate) throws(Refusal) -> Pointer {
        try pointer(to: tag, from: nil, under: Chain())
    }

    /// The document that a wrapper points to.
    /// - Throws: ``Refusal`` when the wrapper may not be followed.
    func follow(_ wrapper: Wrapper, of ad: Ad, in answer: Answer) throws(Refusal) -> Pointer {
        let limits = options.limits
        guard let tag = wrapper.tag else {
            throw Refusal(.invalidDocument, "The wrapper has no address to follow.")
        }
        guard answer.chain.level < limits.wrappers else {
            throw Refusal(.wrapperLimit, "No more than \(limits.wrappers) wrappers are followed.")
        }
        // Checked first, because the later steps take time and memory in proportion to these numbers.
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

    /// Whether the address may be fetched, or redirected to.
    func allows(_ address: String) -> Bool {
        options.addresses.admitsDocument(at: address)
    }

    private func pointer(to tag: URLTemplate, from base: String?, under chain: Chain) throws(Refusal) -> Pointer {
        let reference = tag.expanded(with: values(under: chain), in: .adRequest)
        guard let address = Address.resolve(reference, against: base).map(Address.escaped), allows(address) else {
            throw Refusal(LoadFailure.refusedScheme, of: reference)
        }
        guard !chain.hasVisited(address) else {
            throw Refusal(.wrapperLimit, "The wrappers form a loop at \(address).")
        }
        var chain = chain
        chain.visit(address)
        return Pointer(address: address, chain: chain)
    }

    /// The app's values and the blocked categories of the chain. A text that is too long to be a category code is left
    /// out.
    private func values(under chain: Chain) -> MacroValues {
        var values = macros()
        let blocked = options.expectations.blockedCategories + chain.blocked
        if !blocked.isEmpty { values.setBlockedCategories(blocked.filter { $0.code.utf8.count <= 64 }) }
        return values
    }
}
