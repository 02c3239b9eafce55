import Foundation
import HTTPTypes
import MarqueeWire
import Testing
import Web

@testable import Placements

@Suite struct SignedProblemTests {
    private struct Away: ProblemDescribing {
        let problem: Problem?
    }

    @Test func `the answer to an error carries the signature of its body`() throws {
        let name = try #require(HTTPField.Name("X-PH-DIGEST"))
        let away = Away(problem: Problem(.serviceUnavailable, "unavailable", "Later.").retrying(after: .seconds(5)))
        let signed = try #require(SignedProblem(away) { [name: String(decoding: $0, as: UTF8.self)] })
        let problem = try #require(signed.problem)
        #expect(problem.status == .serviceUnavailable)
        #expect(problem.headers[name] == String(decoding: PlacementAnswer.refused("Later.").bytes, as: UTF8.self))
        #expect(problem.headers[.retryAfter] == "5")
    }

    @Test func `an error of which nothing is said stays as it is`() {
        #expect(SignedProblem(Away(problem: nil)) { _ in [:] } == nil)
    }
}
