import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Ends connections whose client is too slow, and answers heads that are too large.
///
/// It stands between the HTTP codec and the requests' readers, so it applies to every route.
final class PaceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time a client gets to read the answer to a request it has not finished.
    private static let lingering = TimeAmount.seconds(5)

    private let timeout: TimeAmount
    private let headTimeout: TimeAmount
    private var pace = ConnectionPace()
    /// When the current wait ends; `nil` while there is none.
    private var deadline: NIODeadline?
    /// Checks ``deadline`` when it fires. On a connection in use the deadline has moved by then, so most requests start
    /// no timer.
    private var timer: (fires: NIODeadline, task: Scheduled<Void>)?

    /// - Parameters:
    ///   - headTimeout: for the first head, from the connection's start.
    ///   - timeout: for a later head, from the end of the last answer; for a body, from its head; and for reading 32
    ///     KiB of an answer.
    init(headTimeout: TimeAmount, timeout: TimeAmount) {
        self.headTimeout = min(headTimeout, timeout)
        self.timeout = timeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        addHeadCheck(context)
        if context.channel.isActive { perform(pace.connected(), context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelActive(context: ChannelHandlerContext) {
        perform(pace.connected(), context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        context.fireChannelRead(data)
        switch part {
        case .head: perform(pace.headReceived(), context)
        case .body: break
        case .end: perform(pace.requestEnded(), context)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        if case .head(let head) = part { pace.answerBegan(closes: head.headerFields[.connection] == "close") }
        guard case .end = part else { return context.write(data, promise: promise) }
        context.writeAndFlush(data, promise: promise)
        perform(pace.answerEnded(), context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        perform(pace.writabilityChanged(isWritable: context.channel.isWritable), context)
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard case HTTPParserError.headerOverflow = error, [.head, .nextHead].contains(pace.waiting) else {
            return context.fireErrorCaught(error)
        }
        let fields: HTTPFields = [.connection: "close", .contentLength: "0"]
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: .requestHeaderFieldsTooLarge, headerFields: fields))),
            promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            bound.value.close(mode: .output, promise: nil)
        }
        wait(Self.lingering, context)
    }

    /// Adds the check before the codec, where a head still has all its lines.
    private func addHeadCheck(_ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        try? pipeline.addHandler(HeadCheck(), position: .before(codec))
    }

    private func time(for wait: ConnectionPace.Wait) -> TimeAmount {
        switch wait {
        case .head: headTimeout
        case .lingering: Self.lingering
        case .nextHead, .body, .drain, .refusal: timeout
        }
    }

    private func perform(_ action: ConnectionPace.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .none: break
        case .wait(let next): wait(next.map(time), context)
        case .failBody:
            wait(timeout + Self.lingering, context)
            context.fireErrorCaught(HTTPError(.requestTimeout, message: "the body did not arrive in time"))
        case .close: context.close(promise: nil)
        }
    }

    private func wait(_ time: TimeAmount?, _ context: ChannelHandlerContext) {
        deadline = time.map { .now() + $0 }
        startTimer(context)
    }

    private func stop() {
        deadline = nil
        timer?.task.cancel()
        timer = nil
    }

    private func startTimer(_ context: ChannelHandlerContext) {
        guard let deadline else { return }
        if let timer {
            guard deadline < timer.fires else { return }
            timer.task.cancel()
        }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(deadline: deadline) {
            let (handler, context) = bound.value
            handler.timerFired(context)
        }
        timer = (deadline, task)
    }

    private func timerFired(_ context: ChannelHandlerContext) {
        timer = nil
        guard let deadline else { return }
        if deadline > .now() { startTimer(context) } else { perform(pace.timeRanOut(), context) }
    }
}
