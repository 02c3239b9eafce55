import ServiceLifecycle

/// A service that is written in logs by its name, not with everything that it holds.
struct NamedService: Service, CustomStringConvertible {
    let description: String
    let service: any Service

    init(_ service: any Service, name: String? = nil) {
        self.service = service
        description = name ?? "\(type(of: service))"
    }

    func run() async throws { try await service.run() }
}
