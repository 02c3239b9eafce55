extension Resource {
    /// A static resource is shown as a picture or a script. Without a type it may be either.
    var isShowable: Bool {
        switch self {
        case .frame: true
        case .html: self != .nothing
        case .file(_, let type): type.isEmpty || type.hasPrefix("image/") || type.hasSuffix("javascript")
        }
    }
}

extension [Resource] {
    /// The first showable resource of the best kind; `nil` when there is none.
    func preferred(_ kinds: [Resource.Kind]) -> Resource? {
        kinds.lazy.compactMap { kind in first { $0.kind == kind && $0.isShowable } }.first
    }
}
