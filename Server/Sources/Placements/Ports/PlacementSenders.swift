/// Counts what senders send, and refuses those that send more than they may.
package protocol PlacementSenders: Sendable {
    /// Refuses an address that has to wait, before its request is read.
    /// - Throws: an error that is answered with 429.
    func admit(_ address: Int) throws

    /// Counts bytes of a network address, of which a number stands for each.
    /// - Throws: an error that is answered with 429; nothing was counted.
    func charge(_ bytes: Int, address: Int) throws

    /// Counts bytes of an install.
    /// - Throws: an error that is answered with 429; nothing was counted.
    func charge(_ bytes: Int, install: String) throws
}
