import MarqueeWire

struct SQLPushCampaignStore: PushCampaignStore {
    let database: PlatformDatabase

    private static let most = 1000

    func campaigns(app: String) async throws(StoreError) -> [PushCampaignRecord] {
        try await database.read { db in
            try db.rows("SELECT * FROM push_campaign WHERE app = ? ORDER BY id DESC LIMIT ?", [app, Self.most])
                .map(Self.campaign)
        }
    }

    func campaign(_ id: String, app: String) async throws(StoreError) -> PushCampaignRecord {
        try await database.read { try Self.existing(id, app, $0) }
    }

    func create(_ message: PushMessage, list: Int64, app: String, by who: String) async throws(StoreError)
        -> PushCampaignRecord
    {
        try message.check()
        let now = database.now()
        let record = PushCampaignRecord(
            id: TimedID.make(at: now), app: app, message: message, list: list, madeBy: who, created: now, begun: nil,
            ended: nil)
        try await database.write { db in
            let added = try db.execute(
                """
                INSERT INTO push_campaign (id, app, name, message, call_to_action, link, valid_hours, list, made_by,
                created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (app, name) DO NOTHING
                """,
                [
                    record.id, app, message.campaign, message.text, message.callToAction, message.link,
                    message.validHours, list, who, now,
                ])
            guard added == 1 else {
                throw StoreError(.alreadyExists, "there is a campaign \"\(message.campaign)\" already")
            }
            try db.audit("push.create", message.campaign, detail: "list \(list)", app: app, by: who, at: now)
        }
        return record
    }

    func remove(_ id: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let campaign = try Self.existing(id, app, db)
            try db.execute("DELETE FROM push_delivery WHERE campaign = ?", [id])
            try db.execute("DELETE FROM push_campaign WHERE app = ? AND id = ?", [app, id])
            try db.audit("push.remove", campaign.message.campaign, app: app, by: who, at: now)
        }
    }

    func begin(_ id: String, app: String, by who: String) async throws(StoreError) -> Bool {
        let now = database.now()
        return try await database.write { db in
            let campaign = try Self.existing(id, app, db)
            let changed = try db.execute(
                "UPDATE push_campaign SET begun = ? WHERE app = ? AND id = ? AND begun IS NULL", [now, app, id])
            guard changed == 1 else { return false }
            try db.audit(
                "push.send", campaign.message.campaign, detail: "list \(campaign.list)", app: app, by: who, at: now)
            return true
        }
    }

    func reserve(_ recipients: [Int64], of id: String, app: String) async throws(StoreError) -> [Int64] {
        let now = database.now()
        return try await database.write { db in
            _ = try Self.existing(id, app, db)
            return try recipients.prefix(Self.most).filter { recipient in
                try db.execute(
                    """
                    INSERT INTO push_delivery (campaign, recipient, outcome, time) VALUES (?, ?, ?, ?)
                    ON CONFLICT (campaign, recipient) DO NOTHING
                    """, [id, recipient, PushOutcome.begun.rawValue, now]) == 1
            }
        }
    }

    func record(_ outcomes: [Int64: PushOutcome], of id: String, app: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            for (recipient, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
                try db.execute(
                    "UPDATE push_delivery SET outcome = ?, time = ? WHERE campaign = ? AND recipient = ?",
                    [outcome.rawValue, now, id, recipient])
            }
        }
    }

    func end(_ id: String, app: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.execute(
                "UPDATE push_campaign SET ended = ? WHERE app = ? AND id = ? AND ended IS NULL", [now, app, id])
        }
    }

    func outcomes(of id: String, app: String) async throws(StoreError) -> [PushOutcome: Int] {
        try await database.read { db in
            _ = try Self.existing(id, app, db)
            var counts: [PushOutcome: Int] = [:]
            for row in try db.rows(
                "SELECT outcome, COUNT(*) AS number FROM push_delivery WHERE campaign = ? GROUP BY outcome", [id])
            {
                counts[try Self.outcome(row)] = try row["number"]
            }
            return counts
        }
    }

    func deliveries(of id: String, app: String, after: Int64?, limit: Int) async throws(StoreError)
        -> [PushDeliveryRecord]
    {
        try await database.read { db in
            _ = try Self.existing(id, app, db)
            return try db.rows(
                "SELECT * FROM push_delivery WHERE campaign = ? AND recipient > ? ORDER BY recipient LIMIT ?",
                [id, after ?? Int64.min, min(max(limit, 1), Self.most)]
            ).map(Self.delivery)
        }
    }

    func deliveries(to recipient: Int64, app: String) async throws(StoreError) -> [PushDeliveryRecord] {
        try await database.read { db in
            try db.rows(
                """
                SELECT * FROM push_delivery WHERE recipient = ? AND campaign IN
                (SELECT id FROM push_campaign WHERE app = ?) ORDER BY campaign DESC LIMIT ?
                """, [recipient, app, Self.most]
            ).map(Self.delivery)
        }
    }

    func forget(_ recipient: Int64, app: String) async throws(StoreError) -> Int {
        try await database.write { db in
            try db.execute(
                """
                DELETE FROM push_delivery WHERE recipient = ? AND campaign IN
                (SELECT id FROM push_campaign WHERE app = ?)
                """, [recipient, app])
        }
    }

    private static func existing(
        _ id: String, _ app: String, _ db: any SQLTransaction
    ) throws -> PushCampaignRecord {
        guard let row = try db.row("SELECT * FROM push_campaign WHERE app = ? AND id = ?", [app, id]) else {
            throw StoreError(.notFound, "there is no push campaign \(id.prefix(40))")
        }
        return try campaign(row)
    }

    private static func campaign(_ row: SQLRow) throws -> PushCampaignRecord {
        try PushCampaignRecord(
            id: row["id"], app: row["app"],
            message: PushMessage(
                campaign: row["name"], text: row["message"], callToAction: row["call_to_action"], link: row["link"],
                validHours: row["valid_hours"]),
            list: row["list"], madeBy: row["made_by"], created: row["created"], begun: row["begun"],
            ended: row["ended"])
    }

    private static func outcome(_ row: SQLRow) throws -> PushOutcome {
        guard let outcome = PushOutcome(rawValue: try row["outcome"]) else {
            throw StoreError(.damaged, "a delivery has an unknown outcome")
        }
        return outcome
    }

    private static func delivery(_ row: SQLRow) throws -> PushDeliveryRecord {
        try PushDeliveryRecord(
            campaign: row["campaign"], recipient: row["recipient"], outcome: outcome(row), time: row["time"])
    }
}
