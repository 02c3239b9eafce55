/// A running resolution, which visits a tree of documents.
struct ResolutionRun: Sendable {
    /// The next step for an ad.
    private enum Step: Sendable {
        case settled(Outcome)
        case load(Pointer)
    }

    private let resolver: Resolver
    private let budget: DocumentBudget
    private let fetching: Fetching

    init(of resolver: Resolver) {
        self.resolver = resolver
        budget = DocumentBudget(documents: resolver.options.limits.documents)
        fetching = Fetching(of: resolver)
    }

    func outcome(of source: ResolutionSource) async throws -> Outcome {
        switch source {
        case .document(let document, let address):
            var chain = Chain()
            chain.visit(address)
            let arrival = resolver.stopwatch.reading
            return try await outcome(
                of: Answer(
                    document, chain: chain, address: address, arrival: arrival,
                    addresses: resolver.options.addresses))
        case .tag(let tag):
            return try await outcome(of: await start(at: tag))
        }
    }

    /// The ads of a document: each place's own ad, or a stand-alone ad that replaces it.
    private func outcome(of answer: Answer) async throws -> Outcome {
        let lineup = Lineup(of: answer, limit: resolver.options.limits.ads)
        var sum = Outcome(refusedAddresses: answer.refusedAddresses)
        guard !lineup.places.isEmpty else {
            sum.failures = [answer.noAd]
            return sum
        }
        var reserve = lineup.reserve[...]
        for (ad, own) in zip(lineup.places, try await outcomes(of: lineup.places, in: answer)) {
            sum.append(own)
            guard own.ads.isEmpty, ad.allowsFallback else { continue }
            sum.append(try await firstPlayable(of: &reserve, in: answer))
        }
        if sum.ads.isEmpty {
            sum.failures += answer.noAdLeft.map { [$0] } ?? []
        } else if lineup.places.contains(where: \.allowsFallback) {
            sum.substitutes += reserve.compactMap { substitute($0, in: answer) }
        }
        return sum
    }

    /// Tries ads from the reserve until one can be played.
    private func firstPlayable(of reserve: inout ArraySlice<Ad>, in answer: Answer) async throws -> Outcome {
        var sum = Outcome()
        while sum.ads.isEmpty, let ad = reserve.popFirst() {
            sum.append(try await outcome(of: await step(for: ad, in: answer)))
            if !ad.allowsFallback { break }
        }
        return sum
    }

    /// A complete ad that was not needed. If it cannot be used, nothing is reported, because it was not tried. Wrappers
    /// are not followed for it.
    private func substitute(_ ad: Ad, in answer: Answer) -> PlannedAd? {
        guard case .inLine(let inLine) = ad.content else { return nil }
        return try? planned(inLine, of: ad, in: answer).get()
    }

    /// The ads for the places of a pod. Documents are fetched in parallel; the document budget serves the first places
    /// first.
    private func outcomes(of ads: [Ad], in answer: Answer) async throws -> [Outcome] {
        var steps: [Step] = []
        for ad in ads { steps.append(await step(for: ad, in: answer)) }
        return try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            for (index, step) in steps.enumerated() {
                group.addTask { (index, try await outcome(of: step)) }
            }
            var outcomes = [Outcome](repeating: Outcome(), count: ads.count)
            for try await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes
        }
    }

    private func outcome(of step: Step) async throws -> Outcome {
        switch step {
        case .settled(let outcome): return outcome
        case .load(let pointer):
            switch try await fetching.answer(to: pointer) {
            case .success(let answer): return try await outcome(of: answer)
            case .failure(let refusal): return .failed(pointer.failure(refusal))
            }
        }
    }

    private func step(for ad: Ad, in answer: Answer) async -> Step {
        switch ad.content {
        case .inLine(let inLine):
            switch planned(inLine, of: ad, in: answer) {
            case .success(let planned): return .settled(Outcome(ads: [planned]))
            case .failure(let refusal): return .settled(.failed(answer.failure(of: ad, refusal)))
            }
        case .wrapper(let wrapper):
            if let refusal = resolver.admission.condition(of: ad) {
                return .settled(.failed(answer.failure(of: ad, refusal)))
            }
            let path = Result { () throws(Refusal) in try resolver.follower.follow(wrapper, of: ad, in: answer) }
            return await step(along: path) { answer.failure(of: ad, $0) }
        }
    }

    private func start(at tag: URLTemplate) async -> Step {
        let path = Result { () throws(Refusal) in try resolver.follower.start(at: tag) }
        return await step(along: path) { refusal in
            ResolutionFailure(code: refusal.code, message: refusal.message, origin: Origin(level: 0, address: tag.text))
        }
    }

    private func step(
        along path: Result<Pointer, Refusal>, failure: (Refusal) -> ResolutionFailure
    ) async -> Step {
        switch path {
        case .failure(let refusal): return .settled(.failed(failure(refusal)))
        case .success(let pointer):
            guard await budget.takeDocument() else {
                let limit = resolver.options.limits.documents
                return .settled(
                    .failed(failure(Refusal(.wrapperLimit, "No more than \(limit) documents are fetched."))))
            }
            return .load(pointer)
        }
    }

    private func planned(_ inLine: InLine, of ad: Ad, in answer: Answer) -> Result<PlannedAd, Refusal> {
        if let refusal = resolver.admission.refusal(of: inLine, as: ad, under: answer.chain) {
            return .failure(refusal)
        }
        let expiry = inLine.expires.map { answer.arrival + $0.bounded }
        return .success(
            PlannedAd(
                inLine, of: ad, at: answer.origin(of: ad), under: answer.chain, expiry: expiry,
                addresses: resolver.options.addresses))
    }
}
