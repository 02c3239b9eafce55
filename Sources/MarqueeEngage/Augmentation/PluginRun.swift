import MarqueeCore
import MarqueeWire

/// Runs the plug-ins of one event.
struct PluginRun: Sendable {
    /// How long to wait before plug-ins that were not ready are asked again.
    static let pollPeriod = Duration.milliseconds(100)

    let environment: Environment
    let log: Log

    /// - Returns: the event with the values of all plug-ins; `nil` if the task is cancelled first.
    func augment(_ event: UniversalEvent, with plugins: [any AugmentationPlugin]) async -> UniversalEvent? {
        var event = event
        var left = plugins
        while !left.isEmpty {
            let before = left.count
            left = await pass(&event, left)
            if Task.isCancelled { return nil }
            guard left.count == before else { continue }
            do { try await environment.sleep(Self.pollPeriod) } catch { return nil }
        }
        return event
    }

    /// Asks each plug-in once, in order. A synchronous one that is not ready keeps the later ones waiting.
    /// - Returns: the plug-ins that have not run.
    private func pass(
        _ event: inout UniversalEvent, _ plugins: [any AugmentationPlugin]
    ) async -> [any AugmentationPlugin] {
        var left: [any AugmentationPlugin] = []
        for (index, plugin) in plugins.enumerated() {
            if Task.isCancelled { return left + plugins[index...] }
            if let augmented = await run(plugin, on: event) {
                event = augmented
            } else if plugin.isSynchronous {
                return left + plugins[index...]
            } else {
                left.append(plugin)
            }
        }
        return left
    }

    /// - Returns: `nil` if the plug-in is not ready.
    private func run(_ plugin: any AugmentationPlugin, on event: UniversalEvent) async -> UniversalEvent? {
        do {
            guard try plugin.isReady(for: event) else { return nil }
            return accepted(try await plugin.augment(event), of: event)
        } catch {
            return nil
        }
    }

    /// Takes the attributes of an augmented event if a receiver would, and leaves everything else as it was.
    private func accepted(_ augmented: UniversalEvent, of event: UniversalEvent) -> UniversalEvent {
        guard augmented.attributes.count <= UniversalEvent.maximumAttributes,
            augmented.attributes.allSatisfy({ Event.Rule.propertyName.contains($0.name.utf8.count) }),
            Set(augmented.attributes.map(\.name)).count == augmented.attributes.count
        else {
            log(.warning, .debug, "the attributes of a plug-in are left out: too many, or a name is not allowed")
            return event
        }
        return UniversalEvent(
            event.type, time: event.time, attributes: augmented.attributes, id: event.id, sequence: event.sequence)
    }
}
