import Foundation
import MarqueeCore
import MarqueeTesting
import Testing

@testable import MarqueeEngage

struct `Engage's file` {
    @Test func `texts are kept between launches`() throws {
        let folder = try TemporaryFolder()
        let environment = Environment(folder: folder.url, transport: FakeTransport())
        var state = try EngageState(environment)
        try state.store(["a": "1", "b": "ü"])
        try state.store(["a": nil, "c": ""])
        state.close()
        #expect(throws: MarqueeError.self) { try state.value("b") }
        state = try EngageState(environment)
        #expect(try state.values() == ["b": "ü", "c": ""])
        #expect(try state.value("a") == nil)
    }
}
