import Foundation
import MarqueeWire

extension SQLTransaction {
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
        let secret = try sealing.open(try row["secret"], for: SQLSecondFactorStore.purpose(account))
        guard let step = OneTimePassword(secret: secret).matches(digits, at: now, after: try row["last_step"]) else {
            return false
        }
        let changed = try execute(
            "UPDATE second_factor SET last_step = ? WHERE account = ? AND last_step < ?", [step, account, step])
        return changed == 1
    }

    private func acceptRecoveryCode(_ code: String, of account: String, at now: Timestamp) throws -> Bool {
        let used = try execute(
            "DELETE FROM recovery_code WHERE account = ? AND hash = ?", [account, RecoveryCode.hash(code)])
        guard used == 1 else { return false }
        let left = try count("SELECT COUNT(*) FROM recovery_code WHERE account = ?", [account])
        try audit("account.recovery_code", account, detail: "\(left) left", app: nil, by: account, at: now)
        return true
    }

    /// Replaces an account's recovery codes.
    func setRecoveryCodes(_ codes: [String], of account: String) throws {
        try execute("DELETE FROM recovery_code WHERE account = ?", [account])
        for code in codes {
            try execute("INSERT INTO recovery_code (account, hash) VALUES (?, ?)", [account, RecoveryCode.hash(code)])
        }
    }
}
