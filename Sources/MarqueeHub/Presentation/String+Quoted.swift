extension String {
    /// The text without its query and fragment, which may identify the person or contain a secret.
    var withoutQuery: Substring { prefix { $0 != "?" && $0 != "#" } }

    /// The text in quotes for a message: without query and fragment, at most 80 characters.
    var quoted: String { "\"\(withoutQuery.prefix(80))\"" }
}
