import ServiceLifecycle

/// One socket with its server. If the socket cannot be opened, the error names its address.
struct Listener: Service {
    let server: any Service
    let host: String
    let port: Int
    /// The setting that chooses ``port``; `nil` when no setting does.
    let setting: ServerOption?
    let isOpen: @Sendable () -> Bool

    func run() async throws {
        do {
            try await server.run()
        } catch  where !isOpen() && !(error is CancellationError) {
            throw ListenError(host: host, port: port, setting: setting, cause: error)
        }
    }
}
