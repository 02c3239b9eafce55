import NIOCore
import NIOHTTP1

/// Refuses heads that name no host, or more than one (RFC 9112, section 3.2): a proxy in front of this server might
/// choose a different one of them.
///
/// It stands before the codec, because only one host is left behind the codec. Only HTTP/1.0 requests may omit the
/// host.
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
