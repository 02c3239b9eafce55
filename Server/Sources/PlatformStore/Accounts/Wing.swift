/// A part of the server that roles are given in.
///
/// The names are stored. The database may hold names of wings that this version does not know: they are kept, and mean
/// nothing here.
public enum Wing: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    /// Content, publishing, and the reports about both.
    case content
    /// Databases of recipients, the clients that fill them, and what recipients did.
    case engage
    /// Placements in apps, their content units, and the test console.
    case placements
    /// Apps, accounts, credentials and the audit log.
    case team
}
