import Testing

@testable import MarqueeServer

@Suite struct ConnectionPaceTests {
    @Test func `a kept connection waits for heads only, each with a time of its own`() {
        var pace = ConnectionPace()
        #expect(pace.connected() == .wait(.head))
        #expect(pace.headReceived() == .wait(.body(1)))
        #expect(pace.requestEnded() == .wait(nil))
        pace.answerBegan(closes: false)
        #expect(pace.answerEnded() == .wait(.nextHead))
        #expect(pace.headReceived() == .wait(.body(2)))
    }

    @Test func `a refusal of a malformed request ends the connection`() {
        var pace = ConnectionPace()
        #expect(pace.connected() == .wait(.head))
        pace.answerBegan(closes: true)
        #expect(pace.answerEnded() == .close)
    }

    @Test func `a slow answer does not shorten the client's time`() {
        var pace = ConnectionPace()
        _ = pace.connected()
        _ = pace.headReceived()
        #expect(pace.requestEnded() == .wait(nil))
        #expect(pace.writabilityChanged(isWritable: false) == .wait(.drain))
        #expect(pace.writabilityChanged(isWritable: true) == .wait(nil))
    }

    @Test func `a body that is late fails once, and then the connection ends`() {
        var pace = ConnectionPace()
        _ = pace.connected()
        _ = pace.headReceived()
        #expect(pace.timeRanOut() == .failBody)
        pace.answerBegan(closes: true)
        #expect(pace.answerEnded() == .wait(.lingering))
        #expect(pace.timeRanOut() == .close)
    }

    @Test func `an answer before the request's end leaves time to read it`() {
        var pace = ConnectionPace()
        _ = pace.connected()
        _ = pace.headReceived()
        pace.answerBegan(closes: true)
        #expect(pace.answerEnded() == .wait(.lingering))
        #expect(pace.requestEnded() == .close)
    }

    @Test func `an announced end is kept`() {
        var pace = ConnectionPace()
        _ = pace.connected()
        _ = pace.headReceived()
        _ = pace.requestEnded()
        pace.answerBegan(closes: true)
        #expect(pace.answerEnded() == .close)
    }

    @Test(arguments: [ConnectionPace.Wait.head, .drain])
    func `silence of a client that owes data ends the connection`(_ wait: ConnectionPace.Wait) {
        var pace = ConnectionPace()
        _ = pace.connected()
        if wait == .drain {
            _ = pace.headReceived()
            _ = pace.requestEnded()
            _ = pace.writabilityChanged(isWritable: false)
        }
        #expect(pace.waiting == wait)
        #expect(pace.timeRanOut() == .close)
    }
}
