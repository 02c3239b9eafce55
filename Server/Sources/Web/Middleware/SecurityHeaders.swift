import HTTPTypes
package import Hummingbird

/// The headers every answer carries: no guessing of types, no framing by strangers, no addresses passed on, TLS kept
/// where it is used.
package struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    private let servesTLS: Bool

    package init(servesTLS: Bool) {
        self.servesTLS = servesTLS
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response)
        async throws
        -> Response
    {
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        for field in StandardHeaders.fields where !response.headers.contains(field.name) {
            response.headers.append(field)
        }
        if servesTLS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }
}

/// Keeps browsers from guessing types where pages say everything else themselves.
package struct UnguessedTypes<Context: RequestContext>: RouterMiddleware {
    package init() {}

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response)
        async throws
        -> Response
    {
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}

/// What an answer carries unless its route says otherwise.
private enum StandardHeaders {
    static let fields: [HTTPField] = [
        ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "SAMEORIGIN"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
}
