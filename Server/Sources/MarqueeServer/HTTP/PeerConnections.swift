import NIOCore
import NIOHTTPTypes
import Web
import Synchronization

/// How many connections each network address has open, and the most that one may have.
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

    /// Connections that were closed because their address had as many as it may have, since the start.
    var refused: Int { state.withLock(\.refused) }

    /// Counts a connection; `false` for one too many, which is not counted.
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

/// Closes connections of an address that has enough of them, before anything of them is read.
final class PeerBound: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private let connections: PeerConnections
    /// Whom the connection is counted for.
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
