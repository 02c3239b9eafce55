/// What is done with an element inside of another.
struct Child<Parent>: Sendable {
    /// Opens the element, given what it stands in, its name and its attributes.
    let open: @Sendable (Frame<Parent>, String, [String: String]) -> any OpenElement

    /// An element of which text and attributes are all.
    static func leaf(_ store: @escaping @Sendable (inout Parent, Leaf) -> Void) -> Child {
        Child { parent, _, attributes in
            LeafElement(attributes) { leaf in store(&parent.value, leaf) }
        }
    }

    /// An element with a value of its own, which is stored when it ends.
    static func part<Part>(
        _ grammar: Grammar<Part>, _ store: @escaping @Sendable (inout Parent, Part) -> Void
    ) -> Child {
        Child { parent, _, attributes in
            Frame(grammar, Attributes(attributes)) { part in store(&parent.value, part) }
        }
    }

    /// An element that only holds parts of what it stands in, such as `Creatives`.
    static func group(_ children: Children<Parent>) -> Child {
        Child { parent, _, _ in GroupElement(parent, children) }
    }

    /// An element that is kept as it is.
    static func kept(_ store: @escaping @Sendable (inout Parent, Element) -> Void) -> Child {
        Child { parent, name, attributes in
            KeptElement(name, attributes) { element in store(&parent.value, element) }
        }
    }
}
