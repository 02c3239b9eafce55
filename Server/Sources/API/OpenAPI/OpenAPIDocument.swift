import HTTPTypes
import PlatformStore

/// The description of the API that programs generate clients from (OpenAPI 3.1), made of the operations that are routed.
struct OpenAPIDocument: Sendable {
    let operations: [Operation]

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Marquee API", "version": "1",
                "description": """
                Apps, content, releases, reports and events of a Marquee server. Programs send a token that is made in the \
                portal (Team, API tokens) or by `marquee token create`. Errors are problems by RFC 9457; lists have cursors; \
                a changed record is saved with the ETag that it was read with.
                """,
            ],
            "servers": [["url": "/api/v1"]],
            "tags": .array(Self.tags.map { ["name": .string($0)] }),
            "paths": .object(paths),
            "components": [
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer",
                        "description": .string(
                            "Scopes: "
                                + APIScope.allCases.map { "`\($0.rawValue)` (\($0.purpose))" }.joined(separator: ", ")),
                    ]
                ],
                "schemas": ["Problem": ProblemDetails.schema.json],
                "responses": [
                    "Problem": [
                        "description": "What went wrong.",
                        "content": [
                            "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
                        ],
                    ]
                ],
            ],
        ]
    }

    private static let tags = ["apps", "content", "releases", "reports", "events"]

    private var paths: [String: JSONValue] {
        Dictionary(grouping: operations, by: \.path).reduce(into: [:]) { paths, entry in
            let methods = entry.value.map { ($0.method.rawValue.lowercased(), describe($0)) }
            paths["/" + entry.key] = .object(Dictionary(methods) { $1 })
        }
    }

    private func describe(_ operation: Operation) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(operation.id), "summary": .string(operation.summary),
            "tags": [.string(operation.tag)],
            "parameters": .array(operation.parameters.map(Self.describe)),
            "responses": .object(responses(of: operation)),
        ]
        if let scope = operation.scope {
            members["security"] = [["token": []]]
            members["description"] = .string("Needs the scope `\(scope.rawValue)`.")
        }
        if operation.hasBody {
            let schema = Schema.object(of: operation.fields)
            members["requestBody"] = [
                "required": .bool(operation.fields.contains(where: \.isRequired)),
                "content": ["application/json": ["schema": schema.json]],
            ]
        }
        if operation.upload != nil {
            members["requestBody"] = ["required": true, "content": ["application/octet-stream": [:]]]
        }
        return .object(members)
    }

    private static func describe(_ parameter: Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "required": .bool(parameter.place == .path), "description": .string(parameter.description),
            "schema": parameter.schema.json,
        ]
    }

    private func responses(of operation: Operation) -> [String: JSONValue] {
        var success: [String: JSONValue] = ["description": .string(operation.success.status.reasonPhrase)]
        if let schema = operation.success.schema {
            success["content"] = ["application/json": ["schema": schema.json]]
        }
        var responses: [String: JSONValue] = [String(operation.success.status.code): .object(success)]
        // 201 and 200 are both answers to what may make a record or change it.
        if operation.success.status == .created, operation.upload != nil { responses["200"] = .object(success) }
        if operation.success.status == .ok, operation.method == .put || operation.method == .post {
            responses["201"] = .object(success)
        }
        for status in operation.problems { responses[String(status)] = ["$ref": "#/components/responses/Problem"] }
        return responses
    }
}

extension Operation {
    /// The part of the API it belongs to.
    var tag: String {
        switch scope {
        case .appsRead, .appsWrite, nil: "apps"
        case .contentRead, .contentWrite: "content"
        case .releasesRead, .publish: "releases"
        case .reportsRead: "reports"
        case .eventsRead: "events"
        case .placementsRead, .placementsWrite: "placements"
        }
    }

    /// The statuses that it refuses with.
    var problems: [Int] {
        var statuses = [400, 401, 403, 404, 405, 503]
        if method != .get { statuses += [409, 413] }
        if parameters.contains(where: { $0.name == "If-Match" }) { statuses += [412, 428] }
        if method == .post { statuses += [422] }
        return statuses.sorted()
    }
}
