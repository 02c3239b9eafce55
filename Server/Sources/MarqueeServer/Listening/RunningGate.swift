import Synchronization

/// Calls back once, when the expected number of servers is running.
final class RunningGate: Sendable {
    private let missing: Mutex<Int>
    private let open: @Sendable () async -> Void

    init(expected: Int, open: @escaping @Sendable () async -> Void) {
        missing = Mutex(expected)
        self.open = open
    }

    func passed() async {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { await open() }
    }
}
