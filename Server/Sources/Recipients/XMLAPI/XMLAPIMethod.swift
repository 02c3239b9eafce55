import MarqueeWire
import Web

/// An operation that this server offers: its name, the parameters that it cannot do without, and what it does.
struct XMLAPIMethod: Sendable {
    /// Writes what stands in `RESULT` behind `SUCCESS`.
    typealias Result = @Sendable (inout XMLWriter) -> Void
    typealias Handler = @Sendable (XMLAPICall) async throws -> Result

    let operation: XMLAPIOperation
    let required: [String]
    let handler: Handler

    init(_ operation: XMLAPIOperation, required: [String] = [], _ handler: @escaping Handler) {
        self.operation = operation
        self.required = required
        self.handler = handler
    }

    /// A result without anything but success.
    static let done: Result = { _ in }

    /// A result with one element.
    static func answer(_ name: String, _ value: some CustomStringConvertible) -> Result {
        let text = value.description
        return { $0.element(name, text) }
    }
}
