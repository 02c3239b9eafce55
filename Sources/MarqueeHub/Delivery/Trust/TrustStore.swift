import Foundation
import MarqueeCore
import MarqueeWire

/// Reads and writes the file of ``TrustState``.
///
/// A rename replaces the whole file. This one step accepts documents and activates content.
struct TrustStore: Sendable {
    /// The largest file that is read, in bytes. A chain of 4,096 roots fits.
    private static let maximumSize = 64 * 1024 * 1024

    let folder: ContentFolder
    let reached: @Sendable (FaultPoint) throws -> Void

    /// The stored state, with its chain of roots verified again.
    ///
    /// Returns an empty state when there is none or when it cannot be trusted.
    func load(scope: Scope, anchors: TrustAnchors) -> (state: TrustState, chain: TrustChain) {
        let empty = (TrustState(), TrustChain(scope: scope, anchors: anchors))
        guard let data = DurableFile.read(folder.state, maximum: Self.maximumSize),
            let state = try? JSONDecoder().decode(TrustState.self, from: data),
            let chain = try? TrustChain(scope: scope, anchors: anchors, documents: state.roots)
        else { return empty }
        return (state, chain)
    }

    /// - Throws: ``RefreshError`` with `storage`. Then the stored state is unchanged.
    func save(_ state: TrustState) throws(RefreshError) {
        do {
            let data = try JSONEncoder().encode(state)
            try DurableFile.replace(folder.state, with: data) { try reached(RefreshStep.stateWritten.point) }
            try reached(RefreshStep.stateFlipped.point)
        } catch {
            throw RefreshError.storage("the state of delivery could not be stored", error)
        }
    }
}
