import ServiceLifecycle

/// Says that the server is about to stop, some time before it does: the last service of the group, hence the first to
/// be told.
struct ClosingNotice: Service {
    let readiness: ServerReadiness
    /// How long the ports stay open after the signal, so that balancers see `/readyz` and send nothing more.
    let drainTime: Duration

    func run() async throws {
        try? await gracefulShutdown()
        readiness.beginClosing()
        if drainTime > .zero { try? await Task.sleep(for: drainTime) }
    }
}
