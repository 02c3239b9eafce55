import Benchmark
import Comparison
import Foundation
import MarqueeTesting
import MarqueeWire
import PlatformStore
import TestPostgres

/// Recipients on both engines: finding one among a million, and importing a file.
enum RecipientBenchmarks {
    private static let most = 1_000_000
    private static let imported = 100_000
    private static let searches = ["id", "unique column", "indexed column", "two columns"]

    private enum Engine: String, CaseIterable {
        case sqlite = "SQLite"
        case postgres = "PostgreSQL"

        func makeDatabase() throws -> DatabaseAddress {
            switch self {
            case .sqlite: .folder
            case .postgres: try DatabaseAddress(postgres: TestPostgres.shared.makeDatabase())
            }
        }
    }

    /// A data directory with a list.
    private struct Place: Sendable {
        let folder: TemporaryFolder
        let platform: Platform
        let list: Int64

        init(_ engine: Engine) async throws {
            folder = try TemporaryFolder()
            platform = try await Platform.open(at: folder.url, database: try engine.makeDatabase())
            _ = try await platform.apps.create("demo", name: "Demo", by: "benchmark")
            list = try await platform.recipients.createList(
                "Customers", folder: "",
                columns: [
                    ListColumn(name: "Mobile User Id", type: .text, lookup: .unique),
                    ListColumn(name: "EMAIL", type: .text, lookup: .indexed),
                    ListColumn(name: "Customer Id", type: .text, lookup: .indexed),
                    ListColumn(name: "Name", type: .text), ListColumn(name: "Born", type: .date),
                ], app: "demo", by: "benchmark"
            ).id
        }

        /// - Parameter name: of the recipients, in a column without an index.
        func store(_ rows: Int, from first: Int = 0, name: String = "Name") async throws {
            var text = ""
            for number in first..<first + rows {
                text += "device-\(number),person\(number)@example.org,c\(number / 10),"
                text += "\(name) \(number),1/\(number % 28 + 1)/1990\n"
            }
            _ = try await platform.jobs.storeFile(Data(text.utf8), name: "people.csv", app: "demo", by: "benchmark")
            _ = try await platform.jobs.create(
                .importList(
                    list: list, file: "people.csv",
                    columns: ["Mobile User Id", "EMAIL", "Customer Id", "Name", "Born"], skipsFirst: false,
                    action: .addAndUpdate), app: "demo", by: "benchmark")
        }
    }

    /// The filled lists of this process: filling one takes longer than all searches in it.
    private actor FilledPlaces {
        static let shared = FilledPlaces()
        private var places: [Engine: Place] = [:]

        func place(_ engine: Engine) async throws -> Place {
            if let known = places[engine] { return known }
            let place = try await Place(engine)
            for first in stride(from: 0, to: RecipientBenchmarks.most, by: 250_000) {
                try await place.store(min(250_000, RecipientBenchmarks.most - first), from: first)
                _ = try await place.platform.jobs.runDue()
            }
            places[engine] = place
            return place
        }
    }

    static func register() {
        for engine in Engine.allCases {
            for search in searches { register(search, engine) }
            registerImport(engine)
            registerChange(engine)
        }
    }

    private static func register(_ search: String, _ engine: Engine) {
        let latency = Latency("by \(search)")
        Benchmark(
            "Recipients.Select: by \(search), \(engine.rawValue)", configuration: latency.configuration(rounds: 1)
        ) { benchmark in
            let place = try await FilledPlaces.shared.place(engine)
            let recipients = place.platform.recipients
            var random = RepeatableRandom(seed: 17)
            let first = try await recipients.recipients(of: place.list, app: "demo", after: nil, limit: 1)
            let lowest = first.recipients.first?.id ?? 0
            for _ in 0..<2_000 {
                let number = Int.random(in: 0..<most, using: &random)
                let wanted = address(of: number, by: search, lowest: lowest)
                _ = try await latency.time(benchmark) {
                    try await recipients.recipient(wanted, in: place.list, app: "demo")
                }
            }
        }
    }

    private static func registerImport(_ engine: Engine) {
        let latency = Latency("\(imported) rows")
        Benchmark(
            "Recipients.Import: \(imported) rows, \(engine.rawValue)", configuration: latency.configuration(rounds: 1)
        ) { benchmark in
            for _ in 0..<5 {
                let place = try await Place(engine)
                try await place.store(imported)
                let jobs = try await latency.time(benchmark) { try await place.platform.jobs.runDue() }
                guard jobs.map(\.added) == [imported] else { throw BenchmarkFailure("the import stored \(jobs)") }
            }
        }
    }

    /// The same rows once more, with another value in one column.
    private static func registerChange(_ engine: Engine) {
        let latency = Latency("\(imported) changed rows")
        Benchmark(
            "Recipients.Import: \(imported) changed rows, \(engine.rawValue)",
            configuration: latency.configuration(rounds: 1)
        ) { benchmark in
            let place = try await Place(engine)
            try await place.store(imported)
            _ = try await place.platform.jobs.runDue()
            for round in 0..<5 {
                try await place.store(imported, name: "Name \(round)")
                let jobs = try await latency.time(benchmark) { try await place.platform.jobs.runDue() }
                guard jobs.map(\.changed) == [imported] else { throw BenchmarkFailure("the import stored \(jobs)") }
            }
        }
    }

    private static func address(of number: Int, by search: String, lowest: Int64) -> RecipientAddress {
        switch search {
        case "id": .id(lowest + Int64(number % 1_000))
        case "unique column": .values(["Mobile User Id": "device-\(number)"])
        case "indexed column": .values(["EMAIL": "Person\(number)@example.org"])
        default: .values(["Customer Id": "c\(number / 10)", "Name": "Name \(number)"])
        }
    }
}
