@testable import VAST

extension Resolver {
    /// A resolver on a clock that stands still, so that a busy machine does not affect a test.
    static func still(
        _ loader: any DocumentLoader, parser: DocumentParser = DocumentParser(), addresses: AddressPolicy = .web,
        macros: @escaping @Sendable () -> MacroValues = { MacroValues() }
    ) -> Resolver {
        var options = ResolutionOptions()
        options.addresses = addresses
        return Resolver(
            loader: loader, options: options, parser: parser, stopwatch: Stopwatch(VirtualClock()), macros: macros)
    }

    /// The result for the reply named `1` of a table.
    static func resolve(
        _ replies: [String: Reply], addresses: AddressPolicy = .web
    ) async throws -> Resolution {
        try await still(ScriptedLoader(replies), addresses: addresses).resolve(.tag("https://a.example/1"))
    }
}
