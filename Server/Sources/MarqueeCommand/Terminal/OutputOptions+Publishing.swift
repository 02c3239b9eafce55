import Publishing

extension OutputOptions {
    /// Runs `work` with a publisher that shows its progress; the progress line is removed when this returns or throws.
    func showing<Outcome>(_ publisher: Publisher, _ work: (Publisher) async throws -> Outcome) async throws -> Outcome {
        let line = progress
        defer { line.clear() }
        return try await work(publisher.reporting { line.update(Self.name($0), $1, of: $2) })
    }

    private static func name(_ step: PublishingStep) -> String {
        switch step {
        case .rendering: "Rendering articles"
        case .storing: "Storing objects"
        case .packing: "Writing the release's file"
        case .checking: "Checking objects"
        }
    }
}
