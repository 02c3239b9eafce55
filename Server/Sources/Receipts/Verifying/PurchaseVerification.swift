public import Foundation
public import MarqueeWire
public import PlatformStore

/// Verifies the receipts of purchases that wait.
public struct PurchaseVerification: Sendable {
    /// How many receipts of an app are verified in its turn: none waits long because another has many.
    static let turn = 20
    /// How many turns an app has in one call.
    static let rounds = 50
    /// With receipts of how many apps the service may fail in one call.
    static let failures = 3
    /// How long a purchase waits for something that the operator has to set.
    static let settingWait = Duration.seconds(300)
    /// After so many answers that the service cannot read a receipt, it is refused.
    static let readings = 5

    private let purchases: any PurchaseStore
    private let rootFile: URL?
    private let service: ReceiptService?
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - purchases: what waits, and what the store says of it.
    ///   - rootFile: a file for ``TrustedRoots``, which is read each time; without it signed transactions wait.
    ///   - service: reads receipts of the older form; without it they wait.
    ///   - now: the wall clock; tests set it.
    public init(
        purchases: any PurchaseStore, rootFile: URL?, service: ReceiptService?,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.purchases = purchases
        self.rootFile = rootFile
        self.service = service
        self.now = now
    }

    /// A purchase that was looked at, with its status since.
    public typealias Verified = (id: String, status: PurchaseStatus)

    /// Verifies what is due, first what needs no network.
    /// - Returns: the purchases that were looked at.
    @discardableResult
    public func runDue() async throws(StoreError) -> [Verified] {
        try await runDue(.signed) + runDue(.older)
    }

    /// Verifies what is due of one form: the apps take turns, and of each comes first what was due first. A service that is
    /// down is asked once for an app, and for ``failures`` apps: it may fail with the receipts of one alone.
    ///
    /// The forms do not wait for each other: call it for each form beside the other one.
    /// - Returns: the purchases that were looked at.
    @discardableResult
    public func runDue(_ form: ReceiptForm) async throws(StoreError) -> [Verified] {
        var done: [Verified] = []
        var failed: Set<String> = []
        for _ in 0..<Self.rounds {
            var isMore = false
            for app in try await purchases.appsDue(form, at: now()) where !failed.contains(app) {
                let turn = try await turn(of: app, form)
                done += turn.verified
                isMore = isMore || turn.isMore
                if turn.isServiceAway { failed.insert(app) }
                if failed.count == Self.failures { return done }
            }
            if !isMore { break }
        }
        return done
    }

    /// What became of some receipts of one app.
    private struct Turn {
        var verified: [Verified] = []
        /// Whether another turn would do more than this one.
        var isMore = false
        var isServiceAway = false
    }

    private func turn(of app: String, _ form: ReceiptForm) async throws(StoreError) -> Turn {
        var turn = Turn()
        for _ in 0..<Self.turn where !turn.isServiceAway {
            guard !Task.isCancelled, let pending = try await purchases.claimDue(form, app: app, at: now()) else {
                break
            }
            let finding = await finding(on: pending)
            if let status = try await purchases.settle(pending, as: finding.verdict) {
                turn.verified.append((pending.id, status))
            }
            switch finding.obstacle {
            case .service: turn.isServiceAway = true
            case .setting: break
            case nil: turn.isMore = true
            }
        }
        return turn
    }

    /// What became of one receipt.
    private struct Finding {
        enum Obstacle {
            /// The service would hardly answer for other receipts of the app.
            case service
            /// The server or the app lacks a setting, which waits for a person.
            case setting
        }

        let verdict: PurchaseVerdict
        var obstacle: Obstacle?
    }

    private func finding(on pending: PendingPurchase) async -> Finding {
        switch pending.form {
        case .signed: return await signedFinding(on: pending)
        case .older: return await servedFinding(on: pending)
        }
    }

    private func signedFinding(on pending: PendingPurchase) async -> Finding {
        guard let rootFile else {
            return missing("the server has no root certificate of the store: name its file with --receipt-root")
        }
        let roots: TrustedRoots
        do throws(TrustedRoots.FileError) { roots = try TrustedRoots(rootFile) } catch {
            return missing("the root certificate of the store: \(error.message)")
        }
        do throws(ReceiptRefusal) {
            let transaction = try await SignedReceipts(roots: roots).transaction(pending.receipt, at: now())
            return Finding(verdict: PurchaseClaim(pending).verdict(of: [transaction]))
        } catch {
            return Finding(verdict: .refused(error, nil))
        }
    }

    private func servedFinding(on pending: PendingPurchase) async -> Finding {
        guard let service else {
            return missing("the server has no verification service: give its address with --receipt-service")
        }
        let password: String?
        do throws(StoreError) { password = try await purchases.identity(app: pending.app)?.password } catch {
            return missing("the store's shared password cannot be read: \(error.message)")
        }
        switch await service.read(pending.receipt, password: password) {
        case .read(let transactions): return Finding(verdict: PurchaseClaim(pending).verdict(of: transactions))
        case .refused(let refusal): return Finding(verdict: .refused(refusal, nil))
        case .unreadable where pending.unreadable + 1 >= Self.readings:
            return Finding(verdict: .refused(.malformed, nil))
        case .unreadable:
            return Finding(
                verdict: .unreadable("the verification service could not read the receipt", until: later(pending)))
        case .undecided(let reason): return Finding(verdict: .waiting(reason, until: later(pending)))
        case .unavailable(let reason):
            return Finding(verdict: .waiting(reason, until: later(pending)), obstacle: .service)
        }
    }

    private func missing(_ reason: String) -> Finding {
        Finding(verdict: .waiting(reason, until: now() + Self.settingWait), obstacle: .setting)
    }

    /// 30 seconds after the first attempt, twice as long after each further one, six hours at most.
    private func later(_ pending: PendingPurchase) -> Timestamp {
        now() + .seconds(min(30 << min(pending.attempt - 1, 10), 6 * 3600))
    }
}
