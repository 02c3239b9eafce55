import ServiceLifecycle

/// One socket with its server; where it cannot be opened, the error says which one it is.
struct Listener: Service {
    let server: any Service
    let host: String
    let port: Int
    /// What chooses ``port``; `nil` where nobody does.
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
