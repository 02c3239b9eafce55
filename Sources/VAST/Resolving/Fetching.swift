/// Fetches and parses documents within the time limit of a resolution.
struct Fetching: Sendable {
    private let resolver: Resolver
    private let deadline: Duration

    /// Starts the time limit.
    init(of resolver: Resolver) {
        self.resolver = resolver
        deadline = resolver.stopwatch.reading + resolver.options.timeouts.total.bounded
    }

    /// The document that a pointer leads to.
    /// - Throws: only `CancellationError`.
    func answer(to pointer: Pointer) async throws -> Result<Answer, Refusal> {
        let timeouts = resolver.options.timeouts
        let patience = pointer.chain.level == 0 ? timeouts.first : timeouts.wrapper
        let time = min(patience.bounded, remaining)
        let loaded = time > .zero ? try await load(pointer.address, within: time) : .failure(.timedOut)
        try Task.checkCancellation()
        return loaded.mapError { Refusal($0, of: pointer.address) }.flatMap { read($0, at: pointer) }
    }

    private var remaining: Duration { deadline - resolver.stopwatch.reading }

    /// Runs the loader against the clock and cancels it when it is late.
    private func load(
        _ address: String, within time: Duration
    ) async throws -> Result<LoadedDocument, LoadFailure> {
        try await withThrowingTaskGroup(of: Result<LoadedDocument, LoadFailure>.self) { group in
            group.addTask { await fetched(address, within: time) }
            group.addTask {
                try await resolver.stopwatch.sleep(for: time)
                return .failure(.timedOut)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .failure(.timedOut)
        }
    }

    private func fetched(_ address: String, within time: Duration) async -> Result<LoadedDocument, LoadFailure> {
        do throws(LoadFailure) {
            let limit = resolver.parser.limits.bytes
            return .success(try await resolver.loader.load(address, within: time, limit: limit))
        } catch {
            return .failure(error)
        }
    }

    private func read(_ loaded: LoadedDocument, at pointer: Pointer) -> Result<Answer, Refusal> {
        let remaining = remaining
        guard remaining > .zero else { return .failure(Refusal(LoadFailure.timedOut, of: pointer.address)) }
        guard resolver.follower.allows(loaded.address) else {
            return .failure(Refusal(LoadFailure.refusedScheme, of: loaded.address))
        }
        var parser = resolver.parser
        parser.limits.time = min(parser.limits.time, remaining)
        var chain = pointer.chain
        chain.visit(loaded.address)
        let arrival = resolver.stopwatch.reading
        do throws(ParseError) {
            let document = try parser.parse(loaded.bytes, from: loaded.address)
            return .success(
                Answer(
                    document, chain: chain, address: loaded.address, arrival: arrival,
                    addresses: resolver.options.addresses))
        } catch {
            return .failure(Refusal(error))
        }
    }
}
