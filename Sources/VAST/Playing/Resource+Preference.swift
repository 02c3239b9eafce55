extension Resource {
    /// Pictures and scripts are all that a static resource can be shown as; a type that is not given may be either.
    var isShowable: Bool {
        switch self {
        case .frame: true
        case .html: self != .nothing
        case .file(_, let type): type.isEmpty || type.hasPrefix("image/") || type.hasSuffix("javascript")
        }
    }
}

extension [Resource] {
    /// The first showable resource of the best kind; `nil` when there is none of the kinds given.
    func preferred(_ kinds: [Resource.Kind]) -> Resource? {
        kinds.lazy.compactMap { kind in first { $0.kind == kind && $0.isShowable } }.first
    }
}
