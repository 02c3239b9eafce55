import Foundation
import Hummingbird
import Markup
import PlatformStore
import Web

/// A person's own second factor: switching it on and off, and recovery codes.
///
/// All but the first code asks for the password again, so that a stolen session cannot keep its owner out.
struct OwnFactorRoom: PortalRoom {
    /// The values of `second-factor.mustache`.
    private struct Enrolment: Sendable {
        let frame: PageFrame
        let secret: String
        let address: String
        let picture: HTML?
    }

    /// The values of `recovery-codes.mustache`.
    private struct Codes: Sendable {
        let frame: PageFrame
        let codes: [String]
    }

    let desk: PortalDesk
    let wing: TeamWing

    private var own: OwnAccountRoom { OwnAccountRoom(desk: desk, wing: wing) }

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.post("own/second-factor", needs: nil) { request, context, visit, form in
            let address = PeerAddress.origin(request, context, proxies: desk.reach.proxies)
            return try await confirmed(form, visit, desk.origin(request, address)) { () throws(StoreError) in
                try await wing.secondFactors.begin(for: visit.who)
            } then: {
                try enrolment($0, visit)
            }
        }
        routes.post("own/second-factor/confirm", needs: nil) { _, _, visit, form in
            try await confirmCode(form["code"], visit)
        }
        routes.post("own/second-factor/off", needs: nil) { request, context, visit, form in
            let address = PeerAddress.origin(request, context, proxies: desk.reach.proxies)
            return try await confirmed(form, visit, desk.origin(request, address)) { () throws(StoreError) in
                try await wing.secondFactors.remove(from: visit.who, by: visit.who)
            } then: {
                PortalDesk.redirect("/portal/own?done=factor-off")
            }
        }
        routes.post("own/second-factor/codes", needs: nil) { request, context, visit, form in
            let address = PeerAddress.origin(request, context, proxies: desk.reach.proxies)
            return try await confirmed(form, visit, desk.origin(request, address)) { () throws(StoreError) in
                try await wing.secondFactors.replaceRecoveryCodes(of: visit.who)
            } then: {
                try codes($0, visit)
            }
        }
    }

    /// Does something once the password was right.
    private func confirmed<Value: Sendable>(
        _ form: FormFields, _ visit: Visit, _ origin: SignInOrigin,
        _ work: () async throws(StoreError) -> Value, then answer: (Value) throws -> Response
    ) async throws -> Response {
        let value: Value
        do {
            try await wing.accounts.confirm(password: form.raw("current"), of: visit.who, from: origin)
            value = try await work()
        } catch {
            return try await own.refusal(error, visit)
        }
        return try answer(value)
    }

    private func confirmCode(_ code: String, _ visit: Visit) async throws -> Response {
        do {
            return try codes(try await wing.secondFactors.confirm(code: code, for: visit.who), visit)
        } catch let error as StoreError where error.code == .refused {
            guard let pending = try await wing.secondFactors.pending(for: visit.who) else { throw error }
            let notice = PageFrame.Notice(kind: "bad", text: FormRefusal.sentence(error.message))
            return try enrolment(pending, visit, notice: notice, status: .forbidden)
        } catch let error as StoreError where error.code == .notFound {
            return try await own.refusal(error, visit)
        }
    }

    private func enrolment(
        _ enrolment: SecondFactorEnrolment, _ visit: Visit, notice: PageFrame.Notice? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let groups = stride(from: 0, to: enrolment.secret.count, by: 4).map {
            enrolment.secret.dropFirst($0).prefix(4)
        }
        let address = enrolment.address.absoluteString
        let page = Enrolment(
            frame: desk.frame("Second factor", subtitle: visit.who, at: "/portal/own", visit, notice: notice),
            secret: groups.joined(separator: " "), address: address,
            picture: QRCode.svg(address, label: "QR code of the secret"))
        return try desk.page(page, "second-factor", status: status)
    }

    private func codes(_ codes: [String], _ visit: Visit) throws -> Response {
        let frame = desk.frame("Recovery codes", subtitle: "Shown this once", at: "/portal/own", visit)
        return try desk.page(Codes(frame: frame, codes: codes), "recovery-codes")
    }
}
