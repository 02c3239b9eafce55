/// How an element inside another element is read.
struct Child<Parent>: Sendable {
    /// Opens the element. The arguments are the surrounding element, the name and the attributes.
    let open: @Sendable (Frame<Parent>, String, [String: String]) -> any OpenElement

    /// An element with only text and attributes.
    static func leaf(_ store: @escaping @Sendable (inout Parent, Leaf) -> Void) -> Child {
        Child { parent, _, attributes in
            LeafElement(attributes) { leaf in store(&parent.value, leaf) }
        }
    }

    /// An element with a value of its own, which is stored when the element ends.
    static func part<Part>(
        _ grammar: Grammar<Part>, _ store: @escaping @Sendable (inout Parent, Part) -> Void
    ) -> Child {
        Child { parent, _, attributes in
            Frame(grammar, Attributes(attributes)) { part in store(&parent.value, part) }
        }
    }

    /// An element that only groups parts of the surrounding element, such as `Creatives`.
    static func group(_ children: Children<Parent>) -> Child {
        Child { parent, _, _ in GroupElement(parent, children) }
    }

    /// An element that is kept unchanged.
    static func kept(_ store: @escaping @Sendable (inout Parent, Extension.Element) -> Void) -> Child {
        Child { parent, name, attributes in
            KeptElement(name, attributes) { element in store(&parent.value, element) }
        }
    }
}
