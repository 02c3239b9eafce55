import Foundation
import Testing

@testable import VAST

/// ADS-094 to ADS-098, ADS-100 to ADS-104, ADS-108, ADS-109, ADS-115 to ADS-120, ADS-178: every element and attribute
/// of the standard, in the order of its table.
@Suite struct ElementTableTests {
    static let versions: [Document.Version] = [.v20, .v30, .v40, .v41, .v42, .v43]

    /// Servers send parts of a later version under an earlier version number. Parsing them loses nothing.
    @Test(arguments: ElementRow.ads + ElementRow.linears + ElementRow.shown, versions)
    func `an element or attribute is parsed under every version`(row: ElementRow, version: Document.Version) throws {
        let text = row.text.replacing("version=\"?\"", with: "version=\"\(version)\"")
        let document = try DocumentParser().parse(text)
        let (found, isExpected) = row.outcome(document)
        #expect(isExpected, "\(row.name) in \(version): \(found)")
        #expect(document.version == version)
    }

    @Test func `the table gives the version of every row and has no duplicate rows`() {
        let rows = ElementRow.ads + ElementRow.linears + ElementRow.shown
        #expect(Set(rows.map(\.name)).count == rows.count)
        #expect(rows.allSatisfy { Self.versions.contains($0.since) })
    }

    @Test(arguments: [
        "loaded", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "progress",
        "timeSpentViewing", "mute", "unmute", "pause", "resume", "rewind", "skip", "fullscreen", "exitFullscreen",
        "playerExpand", "playerCollapse", "expand", "collapse", "adExpand", "adCollapse", "acceptInvitation",
        "acceptInvitationLinear", "close", "closeLinear", "minimize", "overlayViewDuration", "otherAdInteraction",
        "interactiveStart", "notUsed", "verificationNotExecuted",
    ])
    func `an event's name is recognised in any case`(name: String) throws {
        for spelling in [name, name.uppercased(), name.lowercased()] {
            let text = Wrapped.linear(
                "<TrackingEvents><Tracking event=\" \(spelling) \">https://t.example/</Tracking></TrackingEvents>")
            let event = try #require(try DocumentParser().parse(text).firstLinear?.trackingEvents.first)
            #expect(event.name.rawValue == name)
        }
    }

    @Test func `an unknown event keeps its spelling`() throws {
        let text = Wrapped.linear("<TrackingEvents><Tracking event=\"myEvent\">u</Tracking></TrackingEvents>")
        #expect(try DocumentParser().parse(text).firstLinear?.trackingEvents.first?.name.rawValue == "myEvent")
    }
}
