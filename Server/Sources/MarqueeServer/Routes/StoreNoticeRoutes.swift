import Foundation
import Hummingbird
import PlatformStore
import Receipts
import Web

/// `POST …/store-notices`: App Store Server Notifications V2. The store sends a notice again unless it is answered with a
/// 2xx, so that answer is given when the notice is stored, and not before.
struct StoreNoticeRoutes: Sendable {
    let intake: NoticeIntake
    private let body = BodyReader(limit: NoticeIntake.maximumBody)

    init(_ intake: NoticeIntake) {
        self.intake = intake
    }

    func add<Context: RequestContext>(to router: Router<Context>) {
        router.post("v1/apps/:app/store-notices", use: accept)
    }

    private func accept(_ request: Request, _ context: some RequestContext) async throws -> Response {
        let app = try context.parameters.require("app")
        let bytes = try await body.read(request)
        do {
            try await intake.take(Data(bytes), app: app)
        } catch let refusal as NoticeIntake.Refusal {
            throw Self.answer(to: refusal)
        }
        return Response(status: .ok)
    }

    private static func answer(to refusal: NoticeIntake.Refusal) -> WebError {
        switch refusal {
        case .unknownApp: WebError(.notFound, "there is no such app")
        case .notReady(let reason): WebError(.unavailable, reason, retryAfter: 3600)
        case .unproven(let reason): WebError(.badRequest, "the notice is refused: \(reason.rawValue)")
        }
    }
}
