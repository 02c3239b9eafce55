import NIOCore
import NIOHTTPTypes
import Web
import Synchronization

/// Counts the open connections of each network address, up to a limit for each.
final class PeerConnections: Sendable {
    private struct State {
        var counts: [PeerAddress: Int] = [:]
        var refused = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// How many connections were closed since the start because their address had reached the limit.
    var refused: Int { state.withLock(\.refused) }

    /// Counts a connection; `false` when the address has reached the limit, and then nothing is counted.
    func open(from peer: PeerAddress) -> Bool {
        state.withLock { state in
            let count = state.counts[peer, default: 0]
            guard count < limit else {
                state.refused += 1
                return false
            }
            state.counts[peer] = count + 1
            return true
        }
    }

    func close(from peer: PeerAddress) {
        state.withLock { state in
            guard let count = state.counts[peer] else { return }
            state.counts[peer] = count > 1 ? count - 1 : nil
        }
    }
}

/// Closes a connection before reading from it when its address has reached the limit.
final class PeerBound: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private let connections: PeerConnections
    /// The address that the connection is counted for.
    private var counted: PeerAddress?

    init(_ connections: PeerConnections) {
        self.connections = connections
    }

    func channelActive(context: ChannelHandlerContext) {
        if let peer = context.remoteAddress.map(PeerAddress.init) {
            guard connections.open(from: peer) else { return context.close(promise: nil) }
            counted = peer
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func leave() {
        if let counted { connections.close(from: counted) }
        counted = nil
    }
}
