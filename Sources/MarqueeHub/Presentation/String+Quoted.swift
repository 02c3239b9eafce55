extension String {
    /// The text without query and fragment, which name who looks rather than what at, and may be secret.
    var withoutQuery: Substring { prefix { $0 != "?" && $0 != "#" } }

    /// The text as a message may quote it.
    var quoted: String { "\"\(withoutQuery.prefix(80))\"" }
}
