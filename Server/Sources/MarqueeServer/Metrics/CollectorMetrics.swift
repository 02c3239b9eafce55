import Collector
import MarqueeWire
import Web

/// What the collector counts of its spool and warehouse.
enum CollectorMetrics {
    private static let families = [
        MetricFamily(
            "marquee_batches_refused_total", .counter, "Batches refused because the spool was full or overloaded."),
        MetricFamily(
            "marquee_batches_throttled_total", .counter, "Batches refused because their sender sent too much."),
        MetricFamily("marquee_spool_commits_total", .counter, "Commits of the spool; each may hold many batches."),
        MetricFamily("marquee_spool_bytes", .gauge, "Bytes of the spool's files."),
        MetricFamily("marquee_events_folded_total", .counter, "Events in the warehouse since the start."),
        MetricFamily("marquee_events_duplicate_total", .counter, "Events that had been folded before."),
        MetricFamily("marquee_events_dead_letters_total", .counter, "Spooled events that could not be folded."),
        MetricFamily(
            "marquee_events_dead_letters_dropped_total", .counter,
            "Dead letters that were dropped because of their age or number."),
        MetricFamily(
            "marquee_oldest_unfolded_seconds", .gauge, "Age of the oldest event that is not in the reports yet."),
        MetricFamily("marquee_warehouse_bytes", .gauge, "Bytes of the warehouse in use."),
        MetricFamily("marquee_warehouse_file_bytes", .gauge, "Bytes of the warehouse's file."),
        MetricFamily("marquee_warehouse_quota_bytes", .gauge, "The most bytes in use."),
    ]

    static func register(_ collector: Collector, in registry: MetricsRegistry) {
        registry.register(families) { registry in
            let (intake, fold) = (collector.intake.statistics, try await collector.folding.statistics())
            registry.set("marquee_batches_refused_total", to: intake.refused)
            registry.set("marquee_batches_throttled_total", to: intake.throttled)
            registry.set("marquee_spool_commits_total", to: intake.commits)
            registry.set("marquee_spool_bytes", to: intake.spoolBytes)
            registry.set("marquee_events_folded_total", to: fold.events)
            registry.set("marquee_events_duplicate_total", to: fold.duplicates)
            registry.set("marquee_events_dead_letters_total", to: fold.deadLetters)
            registry.set("marquee_events_dead_letters_dropped_total", to: fold.droppedDeadLetters)
            registry.set(
                "marquee_oldest_unfolded_seconds", to: Double(fold.oldestUnfoldedAge?.milliseconds ?? 0) / 1000)
            registry.set("marquee_warehouse_bytes", to: fold.warehouse.bytes)
            registry.set("marquee_warehouse_file_bytes", to: fold.warehouse.fileBytes)
            if let quota = fold.warehouse.quota { registry.set("marquee_warehouse_quota_bytes", to: quota) }
        }
    }
}
