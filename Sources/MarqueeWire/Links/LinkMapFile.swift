public import Foundation

/// The contents of a file `MobileDeepLinkingConfig.json`, which says where the links of an app lead.
///
/// ```json
/// {"routes": {"campaign/:CurrentCampaign": {
///      "handlers": ["postSilverpop"], "routeParameters": {"CurrentCampaign": {"required": "true"}}}},
///  "defaultRoute": {"handlers": ["postSilverpop"]}, "logging": "true"}
/// ```
public struct LinkMapFile: Sendable {
    /// The file's name in the app's bundle.
    public static let fileName = "MobileDeepLinkingConfig.json"
    /// The largest file, in bytes.
    public static let maximumSize = 262_144
    static let mostRoutes = 256
    static let mostHandlers = 32
    static let mostParameters = 64

    /// The routes in the order of their patterns.
    public let routes: [LinkRoute]
    /// The handlers for links without a route; `nil` if the file has no default route.
    public let defaultHandlers: [String]?
    /// Whether decisions are logged.
    public let isLogging: Bool

    /// Reads the file's contents. Truth values may be texts: `"true"`. Members of other names are ignored.
    /// - Throws: ``WireError`` with `malformed` if the contents are not JSON of this form or have a wrong regular
    ///   expression, with `tooLarge` if they exceed a limit: 256 KiB, 256 routes, 32 handlers and 64 parameters of a
    ///   route.
    public init(json: Data) throws(WireError) {
        guard json.count <= Self.maximumSize else {
            throw WireError(.tooLarge, "\(Self.fileName) has more than \(Self.maximumSize) bytes")
        }
        let members: Members
        do { members = try JSONDecoder().decode(Members.self, from: json) } catch {
            throw WireError(.malformed, "\(Self.fileName) is no JSON of the form that devices read")
        }
        let table = members.routes ?? [:]
        guard table.count <= Self.mostRoutes else {
            throw WireError(.tooLarge, "\(Self.fileName) has more than \(Self.mostRoutes) routes")
        }
        var routes: [LinkRoute] = []
        for (pattern, route) in table.sorted(by: { $0.key < $1.key }) { routes.append(try Self.route(pattern, route)) }
        self.routes = routes
        isLogging = members.logging?.isTrue ?? false
        defaultHandlers = try members.defaultRoute.map { route throws(WireError) in
            try Self.route("defaultRoute", route).handlers
        }
    }

    private static func route(_ pattern: String, _ members: Members.Route) throws(WireError) -> LinkRoute {
        let (handlers, rules) = (members.handlers ?? [], members.routeParameters ?? [:])
        guard handlers.count <= mostHandlers, rules.count <= mostParameters else {
            throw WireError(
                .tooLarge, "\(fileName) has too many handlers or parameters in the route “\(pattern.prefix(64))”")
        }
        var parameters: [String: LinkRoute.Parameter] = [:]
        for (name, rule) in rules {
            let expression = rule.regex.flatMap { LinkPattern($0) }
            guard rule.regex == nil || expression != nil else {
                throw WireError(
                    .malformed, "\(fileName) has a wrong regular expression for “\(name.prefix(64))”")
            }
            parameters[name] = .init(isRequired: rule.required?.isTrue ?? false, pattern: expression)
        }
        return LinkRoute(pattern, handlers: handlers, parameters: parameters)
    }

    private struct Members: Decodable {
        struct Route: Decodable {
            let handlers: [String]?
            let routeParameters: [String: Rule]?
        }

        struct Rule: Decodable {
            let required: Truth?
            let regex: String?
        }

        /// A truth value, or the text of one.
        struct Truth: Decodable {
            let isTrue: Bool

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                isTrue = (try? value.decode(Bool.self)) ?? ((try? value.decode(String.self)) == "true")
            }
        }

        let logging: Truth?
        let defaultRoute: Route?
        let routes: [String: Route]?
    }
}
