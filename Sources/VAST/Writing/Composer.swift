/// Converts values to elements, in the order and with the parts of one version, and records what it leaves out.
///
/// The order of elements follows the IAB's schemas of 3.0 and 4.2, which define sequences nearly everywhere.
struct Composer {
    let edition: DocumentWriter.Edition
    let conformance: DocumentWriter.Conformance
    /// The paths of the parts that were left out.
    private(set) var omissions: [String] = []
    private var path = ["VAST"]

    init(edition: DocumentWriter.Edition, conformance: DocumentWriter.Conformance) {
        self.edition = edition
        self.conformance = conformance
    }

    /// Whether the version is 4.2.
    var isNew: Bool { edition == .vast42 }

    /// The root element. A document has ads or errors, never both.
    mutating func root(_ document: Document) throws(WriteError) -> Markup {
        var markup = Markup(
            "VAST", ["version": "\(edition.version)", "xmlns": isNew ? "http://www.iab.com/VAST" : nil])
        guard !document.ads.isEmpty else {
            // The schema of 3.0 lacks this element, although its text requires players to request it.
            markup.content = document.errors.map { .element(.url("Error", $0)) }
            return markup
        }
        leaveOut("Error", if: !document.errors.isEmpty)
        markup.content = try each(document.ads, "Ad") { composer, ad throws(WriteError) in try composer.ad(ad) }
            .map { .element($0) }
        return markup
    }

    /// Records that a part is left out.
    mutating func leaveOut(_ part: String, if isThere: Bool) {
        if isThere { omissions.append((path + [part]).joined(separator: "/")) }
    }

    /// Whether to write a part that the schema lacks but the specification's text has. If not, records the omission.
    mutating func writesBeyondSchema(_ part: String, _ isThere: Bool) -> Bool {
        guard isThere, conformance == .schema else { return isThere }
        leaveOut(part, if: true)
        return false
    }

    /// The value of a part that the version requires.
    func required<Value>(_ value: Value?, _ part: String) throws(WriteError) -> Value {
        guard let value else { throw missing(part) }
        return value
    }

    func missing(_ part: String) -> WriteError {
        WriteError(
            .missingPart, path: path.joined(separator: "/"), message: "VAST \(edition.version) requires \(part).")
    }

    func invalid(_ message: String) -> WriteError {
        WriteError(.invalidValue, path: path.joined(separator: "/"), message: message)
    }

    /// Runs the body one level deeper in the path.
    mutating func within<Result>(
        _ step: String, _ body: (inout Composer) throws(WriteError) -> Result
    ) throws(WriteError) -> Result {
        path.append(step)
        let result = try body(&self)
        path.removeLast()
        return result
    }

    /// Runs the body for each of several elements with the same name.
    mutating func each<Value, Result>(
        _ values: [Value], _ name: String, _ body: (inout Composer, Value) throws(WriteError) -> Result
    ) throws(WriteError) -> [Result] {
        var results: [Result] = []
        for (index, value) in values.enumerated() {
            let result = try within("\(name)[\(index)]") { composer throws(WriteError) in try body(&composer, value) }
            results.append(result)
        }
        return results
    }
}
