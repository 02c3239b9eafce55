import NIOCore
import NIOHTTP1

/// Refuses heads that name no host, or more than one (RFC 9112, section 3.2): another server before this one might read
/// another of them.
///
/// Stands before the codec, behind which one of them is left. Only HTTP/1.0 may name none.
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            let hosts = head.headers["host"].count
            if hosts > 1 || hosts == 0 && head.version != .http1_0 {
                isRefused = true
                context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            }
        }
        if !isRefused { context.fireChannelRead(data) }
    }
}
