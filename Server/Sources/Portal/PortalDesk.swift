import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Web

/// What every room needs, whatever its wing: who is asking, which app the page is about, and how a page is answered.
struct PortalDesk: Sendable {
    /// A week: the longest that a browser stays signed in, however often its session is extended by use.
    private static let sessionSeconds = 7 * 86_400
    /// A year: how long a browser is known to its account.
    private static let browserSeconds = 365 * 86_400
    static let appCookieName = "marquee_app"

    let accounts: any AccountStore
    let apps: any AppStore
    /// In the order of the menu.
    let wings: [any PortalWing]
    let reach: PortalReach
    let hasLab: Bool
    /// Where files are while they arrive.
    var uploads = FileManager.default.temporaryDirectory
    let now: @Sendable () -> Timestamp

    /// Runs a handler for a person who is signed in; everybody else is sent to the sign-in page.
    func signedIn(_ request: Request, _ body: (Visit) async throws -> Response) async throws -> Response {
        guard let session = try await session(of: request) else {
            return try await accounts.isEmpty()
                ? Self.redirect("/portal/set-up") : Self.redirect("/portal/sign-in")
        }
        let apps = try await self.apps.apps()
        let chosen = Self.cookie(Self.appCookieName, request)
        return try await body(Visit(session: session, apps: apps, app: apps.first { $0.id == chosen } ?? apps.first))
    }

    /// Runs a handler for a form of a person who is signed in, whatever their role, that carries the session's token.
    func confirmed(_ request: Request, _ body: (Visit, FormFields) async throws -> Response) async throws -> Response {
        try await signedIn(request) { visit in
            let form = try await form(request)
            guard visit.session.accepts(csrfToken: form["csrf"]) else {
                throw PortalError(.forgedForm, "The form is not from this session. Open the page again and repeat.")
            }
            return try await body(visit, form)
        }
    }

    /// The fields of a form that this origin's own page sent.
    /// - Parameter limit: the most bytes of it; else as many as forms of people who are signed in may have.
    func form(_ request: Request, limit: Int? = nil) async throws -> FormFields {
        let limit = min(limit ?? reach.formLimit, reach.formLimit)
        guard SameOrigin(servesTLS: reach.servesTLS).holds(request) else {
            throw PortalError(.forgedForm, "The form was sent by another site.")
        }
        do {
            let body = try await request.body.collect(upTo: limit)
            guard let boundary = MultipartBody.boundary(of: request.headers[.contentType] ?? "") else {
                return try FormFields(String(buffer: body))
            }
            return try FormFields(MultipartBody(Data(body.readableBytesView), boundary: boundary))
        } catch is NIOTooManyBytesError {
            throw PortalError(.tooLarge, "The form is larger than \(limit) bytes.")
        }
    }

    /// A form with a file, which goes to disk as it arrives.
    /// - Parameter limit: the most bytes of the file; `nil` for those of a file for an import.
    func upload(_ request: Request, limit: Int? = nil) async throws -> UploadForm {
        guard let boundary = MultipartBody.boundary(of: request.headers[.contentType] ?? "") else {
            return UploadForm(fields: try await form(request), name: "", content: nil)
        }
        guard SameOrigin(servesTLS: reach.servesTLS).holds(request) else {
            throw PortalError(.forgedForm, "The form was sent by another site.")
        }
        let limit = limit ?? reach.importLimit
        let tooLarge = PortalError(.tooLarge, "The file is larger than \(limit) bytes.")
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= limit + MultipartStream.mostBeside else { throw tooLarge }
        let file = try UnnamedFile(in: uploads)
        var (stream, received) = (MultipartStream(boundary: boundary), 0)
        for try await part in request.body {
            received += part.readableBytes
            guard received <= limit + MultipartStream.mostBeside else { throw tooLarge }
            try stream.read(part.readableBytesView) { bytes in
                guard file.length + bytes.count <= limit else { throw tooLarge }
                try file.append(bytes)
            }
            BodyMemory.giveBack(part.readableBytes)
        }
        try stream.requireEnd()
        let content = JobFileContent(length: file.length) { try file.read($0, $1) }
        return UploadForm(
            fields: FormFields(stream.fields), name: stream.fileName ?? "", content: file.length > 0 ? content : nil)
    }

    func session(of request: Request) async throws -> Session? {
        guard let token = Self.cookie(cookieName, request) else { return nil }
        return try await accounts.session(token: token)
    }

    /// Holds the session's token.
    ///
    /// Under TLS a browser takes a name with this prefix from this host alone, over TLS alone (RFC 6265bis, 4.1.3).
    var cookieName: String { reach.servesTLS ? "__Host-marquee_session" : "marquee_session" }

    /// Shows at a sign-in that somebody signed in with this browser before.
    var browserCookieName: String { reach.servesTLS ? "__Secure-marquee_browser" : "marquee_browser" }

    /// Where a password comes from, for counting failures.
    func origin(_ request: Request, _ address: String) -> SignInOrigin {
        SignInOrigin(
            address: address, browserToken: Self.cookie(browserCookieName, request),
            userAgent: request.headers[.userAgent] ?? "")
    }

    /// Signs the browser in.
    func begin(_ session: Session, in response: inout Response) {
        setCookie(cookieName, session.token, maximumAge: Self.sessionSeconds, in: &response)
        guard let token = session.browserToken else { return }
        setCookie(
            browserCookieName, token, path: "/portal", maximumAge: Self.browserSeconds, strict: true, in: &response)
    }

    /// Signs the browser in with a new session, and leads to the first page.
    func enter(_ session: Session, _ request: Request) async throws -> Response {
        // An earlier session of this browser is left to nobody.
        if let earlier = Self.cookie(cookieName, request) { try await accounts.signOut(token: earlier) }
        var response = Self.redirect("/portal/")
        begin(session, in: &response)
        return response
    }

    /// Signs the browser out.
    func endSession(in response: inout Response) { setCookie(cookieName, "", maximumAge: 0, in: &response) }

    func frame(
        _ title: String, subtitle: String = "", at address: String, _ visit: Visit, notice: PageFrame.Notice? = nil
    ) -> PageFrame {
        PageFrame(
            title: title, subtitle: subtitle, address: address, visit: visit, wings: wings, hasLab: hasLab,
            notice: notice)
    }

    func page(_ page: some Sendable, _ template: String, status: HTTPResponse.Status = .ok) throws -> Response {
        Self.html(try PageLibrary.shared().render(page, as: template), status: status)
    }

    /// Sets a cookie that scripts cannot read; a `strict` one does not come with links from elsewhere either.
    func setCookie(
        _ name: String, _ value: String, path: String = "/", maximumAge: Int, strict: Bool = false,
        in response: inout Response
    ) {
        let site = strict ? "Strict" : "Lax"
        let secure = reach.servesTLS ? "; Secure" : ""
        let cookie = "\(name)=\(value); Path=\(path); HttpOnly; SameSite=\(site); Max-Age=\(maximumAge)\(secure)"
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
    }

    static func cookie(_ name: String, _ request: Request) -> String? {
        request.cookies[name].map(\.value)
    }

    static func redirect(_ address: String) -> Response { .seeOther(address) }

    static func html(_ text: String, status: HTTPResponse.Status = .ok, policy: String = pagePolicy) -> Response {
        .page(text, policy: policy, status: status)
    }

    static let pagePolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; frame-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
}
