/// An element whose end has not been read yet.
protocol OpenElement: AnyObject {
    /// Whether the element uses character data.
    var takesText: Bool { get }
    /// Adds a piece of character data.
    func append(_ text: String)
    /// Handles the start of an inner element.
    /// - Returns: the reader of that element; `nil` to ignore it with all its content.
    func open(_ name: String, _ attributes: [String: String]) -> (any OpenElement)?
    /// Handles the end of the element and stores its value.
    /// - Returns: a sentence that names a required part that is missing.
    func close(in context: ReadingContext) -> String?
}
