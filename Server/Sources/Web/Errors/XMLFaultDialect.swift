package import HTTPTypes
package import Hummingbird
package import MarqueeWire

/// XMLAPI's fault: the form of every refusal below `/XMLAPI`.
package struct XMLFaultDialect: Dialect {
    package init() {}

    /// The problem's status is the answer's: a client that looks at it alone tells a refused token and a server that is not
    /// there from a request that was understood and refused.
    package func answer(_ problem: Problem) throws -> Response {
        let id: XMLAPIErrorID =
            switch problem.status {
            case .unauthorized: .sessionNotValid
            case .badRequest, .contentTooLarge, .unsupportedMediaType: .invalidXML
            default: .serverError
            }
        return Self.fault(id, problem.message, status: problem.status)
    }

    /// A fault with any id; what the operations refuse has the status 200.
    package static func fault(
        _ id: XMLAPIErrorID, _ message: String, operation: String = "", status: HTTPResponse.Status = .ok
    ) -> Response {
        var document = XMLWriter()
        document.element("Envelope") { envelope in
            envelope.element("Body") { body in
                body.element("RESULT") { $0.element("SUCCESS", "false") }
                body.element("Fault") { fault in
                    fault.element("Request", operation)
                    fault.element("FaultCode", "")
                    fault.element("FaultString", message)
                    fault.element("detail") { detail in
                        detail.element("error") { error in
                            error.element("errorid", "\(id.rawValue)")
                            error.element("module", "")
                            error.element("class", "SP.API")
                            error.element("method", "")
                        }
                    }
                }
            }
        }
        return .text(document.text, type: "text/xml; charset=utf-8", status: status)
    }
}
