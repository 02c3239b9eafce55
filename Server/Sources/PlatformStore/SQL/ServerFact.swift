/// What all servers over one database have to agree on.
enum ServerFact: String {
    /// Identifies the database, so that a data directory finds out that an address leads to another one.
    case database
    /// The fingerprint of the key that secrets are sealed with.
    case sealingKey = "sealing_key"
    /// The bucket with the objects; no fact for a folder.
    case objects
}

extension SQLDatabase {
    /// A fact that was set before, by whichever server; `nil` without one.
    func fact(_ fact: ServerFact) async throws(StoreError) -> String? {
        try await read { try $0.fact(fact) }
    }

    /// A fact, set to `value` if no server set it before.
    func fact(_ fact: ServerFact, orSet value: String) async throws(StoreError) -> String {
        if let known = try await self.fact(fact) { return known }
        return try await write { db in
            try db.execute(
                "INSERT INTO server_fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                [fact.rawValue, value])
            return try db.fact(fact) ?? value
        }
    }
}

extension SQLTransaction {
    fileprivate func fact(_ fact: ServerFact) throws(StoreError) -> String? {
        let values: [String] = try column("SELECT value FROM server_fact WHERE name = ?", [fact.rawValue])
        return values.first
    }
}
