import MarqueeWire

extension SQLTransaction {
    /// All accounts by name.
    func accounts() throws -> [AccountRecord] {
        let roles = try Dictionary(
            grouping: try rows("SELECT * FROM account_role"), by: { try $0["account"] as String })
        return try rows(accountColumns + " ORDER BY name").map { row in
            try AccountRecord(row: row, roles: roles[try row["name"]] ?? [])
        }
    }

    /// One account, with the password as it is stored.
    func account(_ name: String) throws -> (record: AccountRecord, password: String)? {
        guard let row = try row(accountColumns + " WHERE name = ?", [name]) else { return nil }
        let roles = try rows("SELECT * FROM account_role WHERE account = ?", [name])
        return (try AccountRecord(row: row, roles: roles), try row["password"])
    }

    private var accountColumns: String {
        """
        SELECT account.*, EXISTS (SELECT 1 FROM second_factor WHERE account = name AND confirmed IS NOT NULL) AS has_factor
        FROM account
        """
    }

    /// Replaces an account's roles in the wings that this version knows.
    func setRoles(_ roles: WingRoles, of account: String) throws {
        for wing in Wing.allCases {
            try execute("DELETE FROM account_role WHERE account = ? AND wing = ?", [account, wing.rawValue])
            guard let role = roles[wing] else { continue }
            try execute(
                "INSERT INTO account_role (account, wing, role) VALUES (?, ?, ?)",
                [account, wing.rawValue, role.rawValue])
        }
    }

    /// Throws when a change left the team wing without an owner.
    func requireTeamOwner() throws {
        let owners = try count("SELECT COUNT(*) FROM account_role WHERE wing = 'team' AND role = 'owner'")
        guard owners > 0 else {
            throw StoreError(.invalid, "the team wing has to have an owner, and this would leave none")
        }
    }

    /// Takes back the invitations of a person who may no longer make any: they would let that person in again.
    func revokeInvitations(by name: String, at now: Timestamp) throws {
        try execute(
            "UPDATE invitation SET revoked = ? WHERE made_by = ? AND used IS NULL AND revoked IS NULL", [now, name])
    }

    /// Signs an account out everywhere; its known browsers are strangers again.
    func endSessions(of account: String) throws {
        for table in ["session", "trusted_browser", "sign_in_step"] {
            try execute("DELETE FROM \(table) WHERE account = ?", [account])
        }
    }
}

extension AccountRecord {
    /// Wings and roles that this version does not know are left out.
    fileprivate init(row: SQLRow, roles: [SQLRow]) throws {
        var known: WingRoles = [:]
        for row in roles {
            guard let wing = Wing(rawValue: try row["wing"]), let role = Role(rawValue: try row["role"]) else {
                continue
            }
            known[wing] = role
        }
        try self.init(
            name: row["name"], roles: known, created: row["created"],
            hasSecondFactor: row["has_factor"])
    }
}
