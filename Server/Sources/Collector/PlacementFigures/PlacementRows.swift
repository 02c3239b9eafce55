import MarqueeWire
import PlatformStore

/// The rows of `placement_figure` and `placement_reward` that a transaction changes.
final class PlacementRows {
    /// Where something happened.
    struct Place: Hashable {
        let scope: Int64
        let day: Int
        let isTest: Bool
        /// In the ``NameTable``; 0 for none.
        var placement: Int64
        /// In the ``NameTable``; 0 for none.
        var unit: Int64

        /// The whole app on a day.
        func app(on day: Int) -> Place { Place(scope: scope, day: day, isTest: isTest, placement: 0, unit: 0) }
    }

    private struct Key: Hashable {
        let place: Place
        /// The raw value of a figure, or the number of a reward's name.
        let of: Int64
    }

    private let addFigure: SQLiteStatement
    private let addReward: SQLiteStatement
    private var figures: [Key: Int64] = [:]
    private var rewards: [Key: (unlocks: Int64, pieces: Int64)] = [:]

    init(_ connection: SQLiteConnection) throws(StoreError) {
        addFigure = try connection.prepare(
            """
            INSERT INTO placement_figure (scope, day, is_test, placement, unit, figure, number)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, day, is_test, placement, unit, figure)
            DO UPDATE SET number = placement_figure.number + excluded.number
            """)
        addReward = try connection.prepare(
            """
            INSERT INTO placement_reward (scope, day, is_test, placement, unit, reward, unlocks, pieces)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, day, is_test, placement, unit, reward)
            DO UPDATE SET unlocks = placement_reward.unlocks + excluded.unlocks,
            pieces = placement_reward.pieces + excluded.pieces
            """)
    }

    func add(_ number: Int64, to figure: PlacementFigure, at place: Place) {
        guard number != 0 else { return }
        figures[Key(place: place, of: Int64(figure.rawValue)), default: 0] += number
    }

    func addReward(_ reward: Int64, pieces: Int64, at place: Place) {
        let key = Key(place: place, of: reward)
        let known = rewards[key] ?? (0, 0)
        rewards[key] = (known.unlocks + 1, known.pieces + pieces)
    }

    func write() throws(StoreError) {
        for (key, number) in figures {
            bind(addFigure, key)
            addFigure.bind(7, number)
            try addFigure.run()
        }
        for (key, number) in rewards {
            bind(addReward, key)
            addReward.bind(7, number.unlocks)
            addReward.bind(8, number.pieces)
            try addReward.run()
        }
        forget()
    }

    func forget() { (figures, rewards) = ([:], [:]) }

    private func bind(_ statement: SQLiteStatement, _ key: Key) {
        statement.bind(1, key.place.scope)
        statement.bind(2, Int64(key.place.day))
        statement.bind(3, key.place.isTest ? 1 : 0)
        statement.bind(4, key.place.placement)
        statement.bind(5, key.place.unit)
        statement.bind(6, key.of)
    }
}
