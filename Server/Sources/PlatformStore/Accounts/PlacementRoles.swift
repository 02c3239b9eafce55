/// Who may use the wing of placements in a database from before it: owners of the team get the wing, and decide about
/// everybody else.
enum PlacementRoles {
    static let migration = SQLMigration(name: "22 roles of placements") {
        try $0.script(
            """
            INSERT INTO account_role SELECT account, 'placements', 'owner' FROM account_role
                WHERE wing = 'team' AND role = 'owner' ON CONFLICT (account, wing) DO NOTHING;
            """)
    }
}
