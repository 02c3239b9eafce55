import ServiceLifecycle

/// Marks the server as stopping, some time before it stops. It is the last service of the group, so it is the first to
/// be stopped.
struct ClosingNotice: Service {
    let readiness: ServerReadiness
    /// How long the ports stay open after the signal, so that load balancers see `/readyz` and send no further
    /// requests.
    let drainTime: Duration

    func run() async throws {
        try? await gracefulShutdown()
        readiness.beginClosing()
        if drainTime > .zero { try? await Task.sleep(for: drainTime) }
    }
}
