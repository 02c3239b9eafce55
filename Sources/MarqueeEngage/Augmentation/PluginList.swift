import MarqueeWire

/// The plug-ins in the order in which they run.
struct PluginList: Sendable {
    private struct Entry: Sendable {
        let name: String?
        let plugin: any AugmentationPlugin
    }

    /// The names of the configuration, which come first and in its order.
    private let names: [String]
    private var entries: [Entry] = []
    private(set) var ordered: [any AugmentationPlugin] = []

    init(names: [String]) {
        self.names = names
    }

    /// Adds a plug-in; one with the same name is replaced.
    mutating func add(_ plugin: any AugmentationPlugin, named name: String?) {
        if let name { entries.removeAll { $0.name == name } }
        entries.append(Entry(name: name, plugin: plugin))
        let listed = names.compactMap { name in entries.first { $0.name == name } }
        let others = entries.filter { entry in entry.name.map { !names.contains($0) } ?? true }
        ordered = (listed + others).map(\.plugin)
    }

    /// What a later launch knows the plug-ins by: the name, otherwise the type, with a number for each further one of a type.
    var labels: Set<String> {
        var counts: [String: Int] = [:]
        return Set(
            entries.map { entry in
                let label = entry.name ?? String(describing: type(of: entry.plugin))
                counts[label, default: 0] += 1
                return "\(label) \(counts[label] ?? 1)"
            })
    }

    /// The names of the configuration for which there is no plug-in.
    var missing: [String] { names.filter { name in !entries.contains { $0.name == name } } }
}
