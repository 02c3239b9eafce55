/// Who may use the wing of recipients in a database from before it.
///
/// Recipients are personal data: owners of the team get the wing, and decide about everybody else.
enum EngageRoles {
    static let migration = SQLMigration(name: "13 roles of engage") {
        try $0.script(
            """
            INSERT INTO account_role SELECT account, 'engage', 'owner' FROM account_role
                WHERE wing = 'team' AND role = 'owner' ON CONFLICT (account, wing) DO NOTHING;
            """)
    }
}
