import Foundation
import GRDB
import MarqueeWire

extension Database {
    /// What a sealed secret belongs to.
    static func factorPurpose(_ account: String) -> String { "second factor of \(account)" }

    /// Whether a code is right: one of the authenticator app, or a recovery code, which is used up.
    func acceptSecondFactor(_ code: String, of account: String, sealing: SealingKey, at now: Timestamp) throws -> Bool {
        let digits = code.filter { !$0.isWhitespace }
        guard digits.utf8.count <= 64 else { return false }
        guard digits.utf8.count == OneTimePassword.digits else {
            return try acceptRecoveryCode(digits, of: account, at: now)
        }
        guard
            let row = try row(
                "SELECT * FROM second_factor WHERE account = ? AND confirmed IS NOT NULL", [account])
        else { return false }
        let secret = try sealing.open(row["secret"], for: Self.factorPurpose(account))
        guard let step = OneTimePassword(secret: secret).matches(digits, at: now, after: row["last_step"]) else {
            return false
        }
        try execute(
            sql: "UPDATE second_factor SET last_step = ? WHERE account = ? AND last_step < ?",
            arguments: [step, account, step])
        return changesCount == 1
    }

    private func acceptRecoveryCode(_ code: String, of account: String, at now: Timestamp) throws -> Bool {
        try execute(
            sql: "DELETE FROM recovery_code WHERE account = ? AND hash = ?",
            arguments: [account, RecoveryCode.hash(code)])
        guard changesCount == 1 else { return false }
        let left = try count("SELECT COUNT(*) FROM recovery_code WHERE account = ?", [account])
        try audit("account.recovery_code", account, detail: "\(left) left", app: nil, by: account, at: now)
        return true
    }

    /// Replaces an account's recovery codes.
    func setRecoveryCodes(_ codes: [String], of account: String) throws {
        try execute(sql: "DELETE FROM recovery_code WHERE account = ?", arguments: [account])
        for code in codes {
            try execute(
                sql: "INSERT INTO recovery_code (account, hash) VALUES (?, ?)",
                arguments: [account, RecoveryCode.hash(code)])
        }
    }
}
