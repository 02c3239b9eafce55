public import Foundation

/// A file of a unit: its template or an image.
public struct UnitFile: Sendable, Hashable {
    /// For example `text/html`; never empty.
    public let type: String
    /// At most 2 MiB.
    public let body: Data
}
