import Foundation
import Synchronization

/// One line on the terminal that shows the progress of a long step.
///
/// Writes to standard error, and only when that is a terminal: programs and logs never receive it.
final class ProgressLine: Sendable {
    private struct State {
        var shown = ""
        var drawnAt: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let isEnabled: Bool

    init(isEnabled: Bool = isatty(STDERR_FILENO) == 1) {
        self.isEnabled = isEnabled
    }

    /// Shows a step and, when the total is known, the done part.
    ///
    /// It redraws at most ten times a second.
    func update(_ step: String, _ done: Int, of total: Int?) {
        guard isEnabled else { return }
        let text = total.map { "\(step): \(done) of \($0) (\($0 > 0 ? done * 100 / $0 : 100) %)" } ?? "\(step): \(done)"
        state.withLock { state in
            let now = ContinuousClock.now
            let isLast = total == done
            if let drawn = state.drawnAt, now - drawn < .milliseconds(100), !isLast { return }
            state.drawnAt = now
            draw(text, over: &state.shown)
        }
    }

    /// Removes the line, so that the next output starts on an empty line.
    func clear() {
        guard isEnabled else { return }
        state.withLock { draw("", over: &$0.shown) }
    }

    private func draw(_ text: String, over shown: inout String) {
        let padding = String(repeating: " ", count: max(0, shown.count - text.count))
        FileHandle.standardError.write(Data("\r\(text)\(padding)\(text.isEmpty ? "\r" : "")".utf8))
        shown = text
    }
}
