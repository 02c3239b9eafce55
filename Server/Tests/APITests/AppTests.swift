import Foundation
import HTTPTypes
import PlatformStore
import Testing

@testable import API

/// Making apps.
@Suite struct AppTests {
    @Test func `an app whose keys could not be made gets them from the next attempt`() async throws {
        let api = try await TestAPI()
        // A file lies where the folder of the app's keys has to be.
        let obstacle = api.folder.appending(path: "data/keys/acme")
        try Data().write(to: obstacle)
        try await api.run { program in
            let failed = try await program.send(.post, "apps", #"{"id":"acme","name":"Acme"}"#)
            #expect(failed.status.code >= 500)
            #expect(try await api.platform.releases.latestRoot(app: "acme") == nil)
            try FileManager.default.removeItem(at: obstacle)
            let made = try await program.send(.post, "apps", #"{"id":"acme","name":"Acme"}"#)
            #expect(made.status == .created && made["id"] == "acme" && made["name"] == "Acme")
            #expect(try await api.platform.releases.latestRoot(app: "acme") != nil)
            let again = try await program.send(.post, "apps", #"{"id":"acme","name":"Acme"}"#)
            #expect(again.status == .conflict)
        }
    }
}
