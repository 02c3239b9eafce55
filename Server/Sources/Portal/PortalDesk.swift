import Collector
import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing

/// What every room of the portal stands on: who is asking, which app it is about, and how a page is answered.
struct PortalDesk: Sendable {
    static let cookieName = "marquee_session"

    let platform: Platform
    let publisher: Publisher
    let collector: Collector
    let servesTLS: Bool
    let hasLab: Bool
    let bodyLimit: Int

    /// Runs a room's handler for a signed-in person; everybody else is sent to the door.
    func signedIn(_ request: Request, _ body: (Session) async throws -> Response) async throws -> Response {
        do {
            guard let session = try await session(of: request) else {
                return try await platform.accounts.isEmpty()
                    ? Self.redirect("/portal/set-up") : Self.redirect("/portal/sign-in")
            }
            return try await body(session)
        } catch {
            return try problem(error)
        }
    }

    /// Runs a handler for a form of a signed-in person that carries the session's token.
    func submitted(_ request: Request, _ body: (Session, FormFields) async throws -> Response) async throws -> Response
    {
        try await signedIn(request) { session in
            let form = try await form(request)
            guard session.accepts(csrfToken: form["csrf"]) else {
                throw PortalError(.forgedForm, "The form is not from this session. Open the page again and repeat.")
            }
            guard session.account.role != .viewer else {
                throw PortalError(.forgedForm, "This account may look, but not change anything.")
            }
            return try await body(session, form)
        }
    }

    /// The fields of a form that this origin's own page sent.
    func form(_ request: Request) async throws -> FormFields {
        guard isSameOrigin(request) else { throw PortalError(.forgedForm, "The form was sent by another site.") }
        let body = try await request.body.collect(upTo: bodyLimit)
        return try FormFields(String(buffer: body))
    }

    func session(of request: Request) async throws -> Session? {
        guard let token = Self.cookie(request) else { return nil }
        return try await platform.accounts.session(token: token)
    }

    /// The app that the portal shows: the data directory's first.
    func scope() async throws -> Scope {
        guard let app = try await platform.apps.apps().first else {
            throw PortalError(
                .notFound, "There is no app yet. Import content first: marquee content import FOLDER --hub NAME")
        }
        return try Scope(app: app.id)
    }

    func frame(
        _ title: String, subtitle: String = "", at address: String, _ session: Session, notice: PageFrame.Notice? = nil
    ) -> PageFrame {
        PageFrame(title: title, subtitle: subtitle, address: address, session: session, hasLab: hasLab, notice: notice)
    }

    func page(_ page: some Sendable, _ template: String, status: HTTPResponse.Status = .ok) throws -> Response {
        Self.html(try PageLibrary.shared().render(page, as: template), status: status)
    }

    /// A page that says what went wrong and how to go on.
    func problem(_ error: any Error) throws -> Response {
        let (status, title, text) = Self.describe(error)
        let page = MessagePage(title: title, problem: nil, text: text, address: "/portal/", link: "Back to the portal")
        return try self.page(page, "message", status: status)
    }

    func cookieHeader(_ token: String, maximumAge: Int) -> String {
        "\(Self.cookieName)=\(token); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(maximumAge)\(servesTLS ? "; Secure" : "")"
    }

    static func cookie(_ request: Request) -> String? {
        request.cookies[cookieName].map(\.value)
    }

    static func redirect(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    static func html(_ text: String, status: HTTPResponse.Status = .ok, policy: String = pagePolicy) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .contentSecurityPolicy: policy,
            ],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    static let pagePolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """

    private func isSameOrigin(_ request: Request) -> Bool {
        guard let origin = request.headers[.origin] else { return true }
        guard let url = URL(string: origin), let host = url.host(), let authority = request.head.authority else {
            return false
        }
        let port = url.port.map { ":\($0)" } ?? ""
        return authority == host + port
    }

    private static func describe(_ error: any Error) -> (HTTPResponse.Status, String, String) {
        switch error {
        case let error as PortalError:
            switch error.code {
            case .signInRequired: (.unauthorized, "Sign in first", error.message)
            case .forgedForm: (.forbidden, "Not allowed", error.message)
            case .throttled: (.tooManyRequests, "Too many attempts", error.message)
            case .notFound: (.notFound, "Nothing here", error.message)
            case .invalidField: (.badRequest, "That cannot be", error.message)
            case .tooLarge: (.contentTooLarge, "Too large", error.message)
            case .missingResource: (.internalServerError, "Not installed completely", error.message)
            }
        case let error as StoreError:
            (
                error.code == .notFound ? .notFound : error.code == .versionConflict ? .conflict : .badRequest,
                "That did not work", error.message
            )
        case let error as PublishingError:
            (error.code == .notFound ? .notFound : .badRequest, "That did not work", error.message)
        case let error as WireError: (.badRequest, "That did not work", error.message)
        case let error as HTTPError: (error.status, "That did not work", error.body ?? error.status.reasonPhrase)
        default: (.internalServerError, "The server could not answer", "Its log says why.")
        }
    }
}

/// A page with one sentence and one way on.
struct MessagePage: Sendable {
    let title: String
    let problem: String?
    let text: String
    let address: String
    let link: String
}
