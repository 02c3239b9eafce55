import Foundation
import MarqueeWire
import Secrets

struct SQLSecondFactorStore: SecondFactorStore {
    /// How long a secret waits for its first code.
    private static let enrolmentLifetime = Duration.seconds(3600)
    private static let recoveryCodeCount = 10

    let database: PlatformDatabase
    let sealing: SealingKey

    func begin(for account: String) async throws(StoreError) -> SecondFactorEnrolment {
        // As long as the digest, as RFC 4226 recommends in section 4.
        let secret = Data(RandomToken.bytes(20))
        guard let enrolment = SecondFactorEnrolment(secret: secret, account: account) else {
            throw StoreError(.invalid, "the name cannot stand in an address")
        }
        let (now, sealed) = (database.now(), try sealing.seal(secret, for: Self.purpose(account)))
        try await database.write { db in
            guard let known = try db.account(account) else { throw SQLAccountStore.missing }
            guard !known.record.hasSecondFactor else {
                throw StoreError(.alreadyExists, "the account has a second factor")
            }
            try db.execute(
                """
                INSERT INTO second_factor (account, secret, begun, last_step) VALUES (?, ?, ?, 0)
                ON CONFLICT (account) DO UPDATE SET secret = excluded.secret, begun = excluded.begun, last_step = 0
                """,
                [account, sealed, now])
        }
        return enrolment
    }

    func pending(for account: String) async throws(StoreError) -> SecondFactorEnrolment? {
        guard let sealed = try await pendingSecret(of: account) else { return nil }
        return SecondFactorEnrolment(secret: try open(sealed, of: account), account: account)
    }

    func confirm(code: String, for account: String) async throws(StoreError) -> [String] {
        guard let sealed = try await pendingSecret(of: account) else {
            throw StoreError(.notFound, "there is no second factor to confirm; begin again")
        }
        let secret = try open(sealed, of: account)
        let now = database.now()
        let digits = code.filter { !$0.isWhitespace }
        guard let step = OneTimePassword(secret: secret).matches(digits, at: now, after: 0) else {
            throw StoreError(.refused, "the code is wrong; check the clock of the phone")
        }
        let codes = RecoveryCode.make(Self.recoveryCodeCount)
        try await database.write { db in
            let changed = try db.execute(
                "UPDATE second_factor SET confirmed = ?, last_step = ? WHERE account = ? AND secret = ? AND confirmed IS NULL",
                [now, step, account, sealed])
            guard changed == 1 else { throw Self.missing }
            try db.setRecoveryCodes(codes, of: account)
            try db.audit("account.second_factor_on", account, app: nil, by: account, at: now)
        }
        return codes
    }

    func replaceRecoveryCodes(of account: String) async throws(StoreError) -> [String] {
        let (now, codes) = (database.now(), RecoveryCode.make(Self.recoveryCodeCount))
        try await database.write { db in
            guard try db.account(account)?.record.hasSecondFactor == true else { throw Self.missing }
            try db.setRecoveryCodes(codes, of: account)
            try db.audit("account.recovery_codes", account, app: nil, by: account, at: now)
        }
        return codes
    }

    func recoveryCodes(of account: String) async throws(StoreError) -> Int {
        try await database.read { try $0.count("SELECT COUNT(*) FROM recovery_code WHERE account = ?", [account]) }
    }

    func remove(from account: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let changed = try db.execute(
                "DELETE FROM second_factor WHERE account = ? AND confirmed IS NOT NULL", [account])
            guard changed == 1 else { throw Self.missing }
            try db.execute("DELETE FROM recovery_code WHERE account = ?", [account])
            try db.audit("account.second_factor_off", account, app: nil, by: who, at: now)
        }
    }

    private func open(_ sealed: Data, of account: String) throws(StoreError) -> Data {
        try sealing.open(sealed, for: Self.purpose(account))
    }

    /// As it is stored: what is confirmed has to be the secret that the code was compared with.
    private func pendingSecret(of account: String) async throws(StoreError) -> Data? {
        let oldest = database.now() + (.zero - Self.enrolmentLifetime)
        let sealed = try await database.read { db in
            try db.row(
                "SELECT secret FROM second_factor WHERE account = ? AND confirmed IS NULL AND begun > ?",
                [account, oldest]
            ).map { try $0["secret"] as Data }
        }
        return sealed
    }

    /// What a sealed secret belongs to.
    static func purpose(_ account: String) -> String { "second factor of \(account)" }

    private static var missing: StoreError { StoreError(.notFound, "the account has no second factor") }
}
