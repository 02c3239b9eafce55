@testable import VAST

extension Resolver {
    /// A resolver for whom no time passes, so that no test depends on how busy a machine is.
    static func still(
        _ loader: any DocumentLoader, parser: DocumentParser = DocumentParser(), addresses: AddressPolicy = .web,
        macros: @escaping @Sendable () -> MacroValues = { MacroValues() }
    ) -> Resolver {
        var options = ResolutionOptions()
        options.addresses = addresses
        return Resolver(
            loader: loader, options: options, parser: parser, stopwatch: Stopwatch(VirtualClock()), macros: macros)
    }

    /// What comes of asking a table of replies for the one named `1`.
    static func resolve(
        _ replies: [String: Reply], addresses: AddressPolicy = .web
    ) async throws -> Resolution {
        try await still(ScriptedLoader(replies), addresses: addresses).resolve(.tag("https://a.example/1"))
    }
}
