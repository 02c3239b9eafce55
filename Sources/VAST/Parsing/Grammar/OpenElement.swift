/// An element between its start and its end.
protocol OpenElement: AnyObject {
    /// Whether its character data means something.
    var takesText: Bool { get }
    /// Character data stands in it; it comes in pieces.
    func append(_ text: String)
    /// An element begins in it.
    /// - Returns: What takes that element; `nil` to pass over it with all that is in it.
    func open(_ name: String, _ attributes: [String: String]) -> (any OpenElement)?
    /// It ends, and its value goes where it belongs.
    /// - Returns: A sentence that names a required part that is missing.
    func close(in setting: Setting) -> String?
}
