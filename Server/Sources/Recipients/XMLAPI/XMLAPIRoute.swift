import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web
import XMLTree

/// `POST /XMLAPI`: one operation in, its result or a fault out.
///
/// What an operation refuses is a fault with the status 200, as clients expect. Other statuses are for requests that did not
/// come to an operation: 401 without an access token, 413, and 503 while a store is away.
struct XMLAPIRoute: Sendable {
    static let bodyLimit = 1 << 20

    private let access: EngageAccess
    private let methods: [XMLAPIOperation: XMLAPIMethod]

    init(_ platform: Platform) {
        access = EngageAccess(platform.engageClients)
        methods = Dictionary(XMLAPIMethods.all(platform).map { ($0.operation, $0) }) { first, _ in first }
    }

    func add<Context: RequestContext>(to router: Router<Context>) {
        router.post(RouterPath(EngageRoute.xmlAPI.rawValue)) { request, _ in try await answer(request) }
    }

    private func answer(_ request: Request) async throws -> Response {
        let reader = BodyReader(limit: Self.bodyLimit)
        let caller: EngageCaller
        do { caller = try await access.caller(of: request) } catch {
            await reader.discard(request)
            throw error
        }
        let body = try await reader.read(request)
        do {
            let (bytes, encoding) = try document(in: body, of: request)
            let call = XMLAPICall(caller: caller, operation: try XMLAPIEnvelope(bytes, encoding: encoding).operation)
            return try await answer(call)
        } catch let fault as XMLAPIFault {
            return XMLFaultDialect.fault(fault.id, fault.message)
        }
    }

    /// The envelope is the field `xml` of a form, or the whole body.
    private func document(in body: [UInt8], of request: Request) throws(XMLAPIFault) -> ([UInt8], String?) {
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else {
            guard !body.isEmpty else { throw XMLAPIFault(.serverError, "the request has no XML") }
            return (body, nil)
        }
        guard let form = FormBody(body) else { throw XMLAPIFault(.invalidXML, "the form cannot be read") }
        guard let xml = form["xml"] else { throw XMLAPIFault(.serverError, "the form has no field xml") }
        return (Array(xml.utf8), "UTF-8")
    }

    private func answer(_ call: XMLAPICall) async throws -> Response {
        let name = call.operation.name
        guard let operation = XMLAPIOperation.allCases.first(where: { call.operation.isNamed($0.rawValue) }) else {
            throw XMLAPIFault(.invalidXML, "there is no operation \(name.prefix(80))")
        }
        guard let method = methods[operation] else { throw Self.notOffered(operation) }
        do {
            for parameter in method.required { _ = try call.required(parameter) }
            let result = try await method.handler(call)
            return Self.success(result)
        } catch let fault as XMLAPIFault {
            return XMLFaultDialect.fault(fault.id, fault.message, operation: operation.rawValue)
        } catch let error as StoreError {
            guard let fault = XMLAPIFault(error, in: operation) else { throw error }
            return XMLFaultDialect.fault(fault.id, fault.message, operation: operation.rawValue)
        }
    }

    private static func notOffered(_ operation: XMLAPIOperation) -> XMLAPIFault {
        switch operation {
        case .login, .logout:
            XMLAPIFault(
                .noPermission,
                "\(operation.rawValue) is not offered: send an access token that /oauth/token issued instead of a session"
            )
        default: XMLAPIFault(.noPermission, "\(operation.rawValue) is not offered by this server")
        }
    }

    private static func success(_ result: XMLAPIMethod.Result) -> Response {
        var document = XMLWriter()
        document.element("Envelope") { envelope in
            envelope.element("Body") { body in
                body.element("RESULT") { content in
                    content.element("SUCCESS", "TRUE")
                    result(&content)
                }
            }
        }
        return .text(document.text, type: "text/xml; charset=utf-8")
    }
}
