import Collector

extension Collector {
    /// A page's subtitle, with whose events the page shows when they are not those of all devices.
    func subtitle(_ text: String) -> String {
        server.map { "\(text) · events that the server \($0) took" } ?? text
    }
}
