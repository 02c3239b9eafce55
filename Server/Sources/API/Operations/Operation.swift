import HTTPTypes
import Hummingbird
import PlatformStore

/// One thing that programs can ask for. The routes, the OpenAPI document and the table of permissions are all made of
/// these.
struct Operation: Sendable {
    typealias Handler = @Sendable (Call) async throws -> Response

    let id: String
    let method: HTTPRequest.Method
    /// Below `/api/v1/`, with parameters in braces: `apps/{app}/hubs`.
    let path: String
    /// A sentence.
    let summary: String
    /// What the token must be allowed to do; `nil` for what everybody may read.
    let scope: APIScope?
    let parameters: [Parameter]
    /// The members of the request's body; empty when it has none.
    let fields: [Field]
    /// The most bytes of the file that the body is; `nil` for a body of JSON and for none.
    let upload: Int?
    /// The status of success and its body; `nil` when it has none.
    let success: (status: HTTPResponse.Status, schema: Schema?)
    let handler: Handler

    init(
        _ id: String, _ method: HTTPRequest.Method, _ path: String, _ summary: String, scope: APIScope?,
        parameters: [Parameter] = [], fields: [Field] = [], upload: Int? = nil,
        answers status: HTTPResponse.Status = .ok,
        _ schema: Schema?,
        handler: @escaping Handler
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.summary = summary
        self.scope = scope
        let named = Self.names(in: path).compactMap { Self.pathParameters[$0] }
        self.parameters = named + parameters + (method == .post && upload == nil ? [.idempotencyKey] : [])
        self.fields = fields
        self.upload = upload
        success = (status, schema)
        self.handler = handler
    }

    /// Whether it is about one app.
    var isOfApp: Bool { path.hasPrefix("apps/{app}") }

    /// The most bytes of the request's body: an article of the largest size, escaped as JSON, or much less.
    var bodyLimit: Int { fields.contains(where: \.holdsContent) ? Self.largestBody : 256 << 10 }

    static let largestBody = 16 << 20

    var hasBody: Bool { upload == nil && (method == .post || method == .put) }

    /// As the router writes it.
    var routerPath: String { path.replacing("{", with: ":").replacing("}", with: "") }

    static func names(in path: String) -> [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    private static let pathParameters: [String: Parameter] = [
        "app": .path("app", Names.schema, "The app's id."), "hub": .path("hub", Names.schema, "The hub's id."),
        "channel": .path("channel", Names.schema, "The channel's id."),
        "article": .path("article", Names.schema, "The article's id, the last part of its URI."),
        "number": .path("number", .integer(1...Int(Int32.max)), "The version of the article."),
        "file": .path("file", Names.schema, "The file's name."),
        "placement": .path(
            "placement", .text(pattern: "^[A-Za-z0-9._-]{1,80}$"), "The placement's tag, with regard to case."),
        "unit": .path("unit", Names.schema, "The unit's id."),
        "version": .path("version", .integer(1...Int(Int32.max)), "The release's version."),
    ]
}

/// The form of ids that stand in addresses.
enum Names {
    static let schema = Schema.text(pattern: "^[a-z0-9][a-z0-9._-]{0,63}$")
}
