import NIOCore
import NIOHTTP1

/// Refuses heads that name no host, or more than one (RFC 9112, section 3.2): a proxy in front of this server might
/// choose a different one of them. Writes `Connection: close` into heads that mean it: those of HTTP/1.0 without
/// `keep-alive` (section 9.3), and those in another spelling.
///
/// It stands before the codec, because only one host and no version are left behind the codec. Only HTTP/1.0 requests
/// may omit the host.
final class HeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let hosts = head.headers["host"].count
        if hosts > 1 || hosts == 0 && head.version != .http1_0 {
            isRefused = true
            context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        } else if head.isKeepAlive {
            context.fireChannelRead(data)
        } else {
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }
    }
}
