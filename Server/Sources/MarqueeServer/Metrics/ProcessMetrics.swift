import Foundation
import MarqueeCore
import Web

/// What the system says of this process, under the names that every exporter of Prometheus uses, and which build it is.
enum ProcessMetrics {
    private static let families = [
        MetricFamily("marquee_build_info", .gauge, "Always 1; version and commit are its labels."),
        MetricFamily("process_start_time_seconds", .gauge, "When the server started, in Unix time."),
        MetricFamily("process_resident_memory_bytes", .gauge, "Memory that the process holds."),
        MetricFamily("process_cpu_seconds_total", .counter, "Time on processors, in user and system mode."),
        MetricFamily("process_open_fds", .gauge, "Open files and connections."),
        MetricFamily("process_max_fds", .gauge, "The most open files and connections that the system permits."),
    ]

    static func register(in registry: MetricsRegistry, started: Date = Date()) {
        registry.register(families) { registry in
            registry.set(
                "marquee_build_info", [("version", BuildInfo.version), ("commit", BuildInfo.commit)], to: 1)
            registry.set("process_start_time_seconds", to: started.timeIntervalSince1970)
            // In microseconds (POSIX, clock). Which module a C structure belongs to differs from build to build.
            registry.set("process_cpu_seconds_total", to: Double(clock()) / 1e6)
            registry.set("process_max_fds", to: sysconf(Int32(_SC_OPEN_MAX)))
            if let memory = residentMemory() { registry.set("process_resident_memory_bytes", to: memory) }
            if let files = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd") {
                // One of them was opened to list them.
                registry.set("process_open_fds", to: files.count - 1)
            }
        }
    }

    /// `nil` where the system has no `/proc` (proc(5), statm).
    private static func residentMemory() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    }
}
