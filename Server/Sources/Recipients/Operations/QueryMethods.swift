import MarqueeWire
import PlatformStore
import Web

/// The operations on queries.
struct QueryMethods: Sendable {
    let recipients: any RecipientStore
    let jobs: any JobStore

    var methods: [XMLAPIMethod] {
        [
            XMLAPIMethod(.createQuery, required: ["QUERY_NAME", "PARENT_LIST_ID"]) { call in
                let criteria = try QueryExpression(call.elements("CRITERIA", "EXPRESSION")).criteria()
                let query = try await recipients.createQuery(
                    try call.required("QUERY_NAME"), folder: call["PARENT_FOLDER_PATH"] ?? "",
                    of: try call.listID("PARENT_LIST_ID"), criteria: criteria, app: call.app, by: call.who)
                return XMLAPIMethod.answer("ListId", query.id)
            },
            XMLAPIMethod(.calculateQuery, required: ["QUERY_ID"]) { call in
                let job = try await jobs.create(
                    .calculateQuery(query: try call.listID("QUERY_ID")), app: call.app, by: call.who)
                return XMLAPIMethod.answer("JOB_ID", job.id)
            },
        ]
    }
}
