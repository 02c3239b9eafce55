public import Foundation
import MarqueeWire

/// Leads a link that opened the app to the handlers of its route.
///
/// ```swift
/// router.register("showTrail") { parameters in trails.show(parameters["trail"] ?? "") }
/// let visit = router.open(url)
/// ```
///
/// Each link has its own parameters; nothing is left for the next link. Any thread may call.
public final class LinkRouter: Sendable {
    /// Does something with a link's parameters, and may change them for the handlers behind it.
    public typealias Handler = @Sendable (inout [String: String]) throws -> Void

    /// What became of a link.
    public struct Visit: Sendable, Hashable {
        /// The pattern of the route that matched; `nil` for the default route and without routes.
        public let route: String?
        /// The parameters of the path and the query, as the last handler left them.
        public let parameters: [String: String]
        /// The parameters of the query alone.
        public let query: [String: String]
        /// The names of the handlers that ran without an error, in order.
        public let handlers: [String]
    }

    private let map: LinkMap?
    private let log: Log
    private let handlers = Locked<[String: Handler]>([:])

    /// A router; without a map, no link has a route.
    public init(_ map: LinkMap?, log: Log) {
        self.map = map
        self.log = log
    }

    /// A router with the map in a folder, usually the bundle's `resourceURL`. Without the file, no link has a route. A
    /// file that cannot be used is logged, and then no link has a route either.
    public convenience init(folder: URL?, log: Log) {
        self.init(folder.flatMap { Self.map($0.appending(path: LinkMap.fileName), log) }, log: log)
    }

    /// Adds a handler, or replaces the handler with this name. Routes name their handlers.
    public func register(_ name: String, _ handler: @escaping Handler) {
        handlers.withLock { $0[name] = handler }
    }

    /// Finds the link's route and runs its handlers, in order.
    ///
    /// A link without a route is tried again without its last path segment, and so on, and at last without its host. The
    /// handlers of the default route get the parameters of the query. A handler that is not registered is skipped. A
    /// handler that throws is logged, its changes are dropped, and the next one runs.
    /// - Parameters:
    ///   - url: any link; a malformed one has no parameters.
    ///   - own: handlers for this link alone, before those that are registered.
    public func open(_ url: URL, with own: [String: Handler] = [:]) -> Visit {
        let address = LinkAddress(url)
        let (route, parameters) = find(address)
        let names = route?.handlers ?? map?.defaultHandlers ?? []
        note(
            route.map { "the route \"\($0.pattern)\" matches" }
                ?? "no route matches; \(names.count) default handlers run")
        var visit = (parameters: parameters ?? address.parameters, handlers: [String]())
        let registered = handlers.withLock { $0 }
        for name in names {
            guard let handler = own[name] ?? registered[name] else {
                log(.warning, .debug, "links: there is no handler \"\(name)\"")
                continue
            }
            var changed = visit.parameters
            do {
                try handler(&changed)
                visit.parameters = changed
                visit.handlers.append(name)
            } catch {
                log(.error, .debug, "links: the handler \"\(name)\" failed")
            }
        }
        return Visit(
            route: route?.pattern, parameters: visit.parameters, query: address.parameters, handlers: visit.handlers)
    }

    private func find(_ address: LinkAddress) -> (LinkRoute?, [String: String]?) {
        guard let map else { return (nil, nil) }
        var shorter: LinkAddress? = address
        while let link = shorter, !(link.host.isEmpty && link.path.isEmpty) {
            for route in map.routes {
                switch route.match(link) {
                case .parameters(let parameters): return (route, parameters)
                case .wrongParameter(let name): note("\"\(route.pattern)\" does not match because of \"\(name)\"")
                case .otherPath: break
                }
            }
            shorter = link.trimmed
        }
        return (nil, nil)
    }

    /// Messages name routes and parameters of the map, never a link or a value.
    private func note(_ decision: String) {
        if map?.isLogging == true { log(.info, .debug, "links: \(decision)") }
    }

    private static func map(_ file: URL, _ log: Log) -> LinkMap? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            return try LinkMap(json: try handle.read(upToCount: LinkMap.largestFile + 1) ?? Data())
        } catch {
            log(.error, .debug, "links: \(LinkMap.fileName) is not used: \(error)")
            return nil
        }
    }
}
