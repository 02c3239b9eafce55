/// One thing that was looked at, and what was found.
package struct Check: Sendable, Codable, Equatable {
    /// How it is.
    package enum State: String, Sendable, Codable {
        case ok
        /// Works now; somebody should act before it stops working.
        case warning
        /// Does not work.
        case wrong
        /// Could not be looked at, or does not apply.
        case skipped
    }

    /// What was looked at.
    package let name: String
    package let state: State
    /// What was found, and what to do about it.
    package let answer: String

    package init(_ name: String, _ state: State, _ answer: String) {
        self.name = name
        self.state = state
        self.answer = answer
    }
}
