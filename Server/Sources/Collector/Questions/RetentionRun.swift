/// Cohorts while events are read in the order of time.
struct RetentionRun {
    private struct Person {
        let unit: Int32
        /// The latest unit in which the person came back.
        var latest: Int32
    }

    private let periods: Int
    private var index: PersonIndex
    private var people: [Person] = []
    private var counts: [Int: (people: Int, returned: [Int])] = [:]

    init(periods: Int, mostPeople: Int) {
        self.periods = periods
        index = PersonIndex(most: mostPeople)
    }

    var leftOut: Int { index.leftOut }

    var cohorts: [(unit: Int, people: Int, returned: [Int])] {
        counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.people, $0.value.returned) }
    }

    mutating func begin(_ person: UInt32, in unit: Int) {
        guard let place = index.add(person), place == people.count else { return }
        people.append(Person(unit: Int32(truncatingIfNeeded: unit), latest: -1))
        counts[unit, default: (0, [Int](repeating: 0, count: periods + 1))].people += 1
    }

    mutating func comeBack(_ person: UInt32, in unit: Int) {
        guard let place = index.place(of: person), people[place].latest < unit else { return }
        people[place].latest = Int32(truncatingIfNeeded: unit)
        let cohort = Int(people[place].unit)
        guard unit - cohort <= periods else { return }
        counts[cohort]?.returned[unit - cohort] += 1
    }
}
