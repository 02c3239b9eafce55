extension Creative {
    /// Moves parts of 4.x that a 2.0 or 3.0 document carries in extensions to their place in 4.x, as the addendum for
    /// connected television allows. These are extensions of the type `UniversalAdId`, `Mezzanine` or
    /// `InteractiveCreativeFile` that contain only elements with that name. All other extensions are kept.
    mutating func moveFromExtensions(_ scheme: String?) {
        let (own, inLinear, items) = (extensions, linear?.extensions ?? [], nonLinear?.items ?? [])
        guard !own.isEmpty || !inLinear.isEmpty || items.contains(where: { !$0.extensions.isEmpty }) else { return }
        let (keptHere, keptInLinear) = (
            own.filter { !movesParts($0, scheme) }, inLinear.filter { !movesParts($0, scheme) }
        )
        let keptItems = items.map { item in
            var item = item
            item.extensions = item.extensions.filter { !movesParts($0, scheme) }
            return item
        }
        extensions = keptHere
        linear?.extensions = keptInLinear
        nonLinear?.items = keptItems
    }

    private mutating func movesParts(_ extension: Extension, _ scheme: String?) -> Bool {
        let children = `extension`.element.children
        guard let name = `extension`.type?.lowercased(), let move = Self.movers[name], !children.isEmpty,
            children.allSatisfy({ $0.name.lowercased() == name })
        else { return false }
        var result = self
        for child in children {
            guard move(&result, Leaf(child.text, Attributes(child.attributes), scheme: scheme)) else { return false }
        }
        self = result
        return true
    }

    private typealias Mover = @Sendable (inout Creative, Leaf) -> Bool

    private static let movers: [String: Mover] = [
        "universaladid": { creative, leaf in
            creative.universalIDs.append(UniversalAdID(leaf))
            return true
        },
        "mezzanine": { creative, leaf in
            guard let file = Mezzanine(leaf), creative.linear != nil else { return false }
            creative.linear?.mezzanines.append(file)
            return true
        },
        "interactivecreativefile": { creative, leaf in
            guard let file = InteractiveFile(leaf), creative.linear != nil else { return false }
            creative.linear?.interactiveFiles.append(file)
            return true
        },
    ]
}
