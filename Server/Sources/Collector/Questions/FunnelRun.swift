/// A funnel while events are read in the order of time.
///
/// Of each person and step it keeps the latest first step from which the person came that far: it leaves the most time
/// for the steps that follow.
struct FunnelRun {
    private static let never = Int64.min

    private let steps: Int
    private let window: Int64
    private var index: PersonIndex
    /// For each person and step but the last, when the first step was.
    private var starts: [Int64] = []
    /// For each person, how many steps.
    private var reached: [UInt8] = []

    /// - Parameter window: in milliseconds.
    init(steps: Int, window: Int64, mostPeople: Int) {
        self.steps = steps
        self.window = window
        index = PersonIndex(most: mostPeople)
    }

    var leftOut: Int { index.leftOut }

    /// For each step, the people who came that far.
    var people: [Int] {
        var ended = [Int](repeating: 0, count: steps + 1)
        for steps in reached { ended[Int(steps)] += 1 }
        return (1...steps).map { ended[$0...].reduce(0, +) }
    }

    /// - Parameter time: in milliseconds; not before that of the event before.
    @inline(__always)
    mutating func see(_ step: Int, of person: UInt32, at time: Int64) {
        let width = steps - 1
        guard step > 0 else {
            guard let place = index.add(person) else { return }
            if place == reached.count {
                reached.append(1)
                for _ in 0..<width { starts.append(Self.never) }
            }
            starts[place * width] = time
            return
        }
        guard let place = index.place(of: person) else { return }
        let start = starts[place * width + step - 1]
        guard start != Self.never, time - start <= window else { return }
        if step < width { starts[place * width + step] = start }
        if reached[place] <= step { reached[place] = UInt8(truncatingIfNeeded: step + 1) }
    }
}
