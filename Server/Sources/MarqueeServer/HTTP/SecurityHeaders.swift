import HTTPTypes
import Hummingbird

/// The headers every answer carries: no guessing of types, no framing by strangers, no addresses passed on, TLS kept
/// where it is used.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    let servesTLS: Bool

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        setUnlessPresent(&response, "Referrer-Policy", "same-origin")
        setUnlessPresent(&response, "X-Frame-Options", "SAMEORIGIN")
        setUnlessPresent(&response, "Cross-Origin-Opener-Policy", "same-origin")
        setUnlessPresent(&response, "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        if servesTLS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }

    private func setUnlessPresent(_ response: inout Response, _ name: String, _ value: String) {
        guard let name = HTTPField.Name(name), response.headers[name] == nil else { return }
        response.headers[name] = value
    }
}
