/// An element of an answer of XMLAPI.
struct ResultElement: Sendable, Hashable {
    /// In lower case, because hosts differ in it.
    let name: String
    /// By their names as written.
    let attributes: [String: String]
    var children: [ResultElement] = []
    /// The element's own text, without white space at its ends.
    var text = ""

    func children(_ name: String) -> [ResultElement] { children.filter { $0.name == name } }

    func child(_ name: String) -> ResultElement? { children.first { $0.name == name } }

    /// One element with what stands in `Envelope`, `Body` and `RESULT`.
    var flattened: ResultElement {
        var flat = ResultElement(name: "", attributes: [:])
        func add(_ element: ResultElement) {
            if ["envelope", "body", "result"].contains(element.name) {
                element.children.forEach(add)
            } else {
                flat.children.append(element)
            }
        }
        add(self)
        return flat
    }
}
