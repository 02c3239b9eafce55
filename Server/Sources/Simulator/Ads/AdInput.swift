import Foundation
import MRAID

/// One event on the page's phone: an object with its `name` and its values.
struct AdInput: Decodable, Sendable {
    enum Name: String, Decodable, CaseIterable {
        case message
        case navigation
        case pageLoaded
        case pageFailed
        case tapped
        case closeTapped
        case settled
        case failed
        case videoEnded
        case laidOut
        case turned
        case exposed
        case covered
        case uncovered
        case backgrounded
        case foregrounded
        case volumeChanged
        case located
        case featuresChanged
        case timePassed
    }

    /// The largest encoded batch, in bytes.
    static let maximumSize = 1024 * 1024
    /// The most inputs in a batch.
    static let maximumCount = 200

    let name: Name
    var page: Container.Page?
    /// The message, a URL or a reason.
    var text: String?
    var command: String?
    /// Whether a navigation would open a window.
    var isWindow: Bool?
    var layout: AdLayout?
    /// The position of a resized ad, or the visible part of the ad.
    var box: AdBox?
    /// The rectangles that cover the ad.
    var occlusions: [AdBox]?
    /// A volume or a percentage.
    var number: Double?
    var orientation: Container.Orientation?
    var isLocked: Bool?
    /// The phone's new location; none when the phone does not know it.
    var place: Place?
    var features: Set<Container.Feature>?

    /// The event for the container; `nil` for an input that is not an event of the standard's host.
    /// - Throws: `badCommand` when a value is missing.
    func event() throws(LabError) -> HostEvent? {
        switch name {
        case .message, .navigation: nil
        case .pageLoaded: .pageLoaded(page ?? .first)
        case .pageFailed: .pageFailed(page ?? .first, reason: text ?? "")
        case .tapped: .tapped(page ?? .first)
        case .closeTapped: .closeTapped
        case .settled: .settled
        case .failed:
            .failed(
                try needed(command.flatMap(Container.Command.init), "command"), from: page ?? .first, reason: text ?? ""
            )
        case .videoEnded: .videoEnded
        case .laidOut: .laidOut(try needed(layout, "layout").layout, resizedTo: box?.rectangle)
        case .turned: .turned(AppOrientation(try needed(orientation, "orientation"), isLocked: isLocked ?? false))
        case .exposed: .exposed(page ?? .first, exposure)
        case .covered: .covered
        case .uncovered: .uncovered
        case .backgrounded: .backgrounded
        case .foregrounded: .foregrounded
        case .volumeChanged: .volumeChanged(number)
        case .located: .located(place?.location)
        case .featuresChanged: .featuresChanged(try needed(features, "features"))
        case .timePassed: .timePassed
        }
    }

    func needed<Value>(_ value: Value?, _ member: String) throws(LabError) -> Value {
        guard let value else { throw LabError(.badCommand, "\(name.rawValue) lacks its \"\(member)\"") }
        return value
    }

    private var exposure: Exposure {
        Exposure(
            percentage: number ?? 0, visibleRectangle: box?.rectangle, occlusionRectangles: occlusions?.map(\.rectangle)
        )
    }
}

/// The page's request: inputs in the order in which they happened.
struct AdInputs: Decodable, Sendable {
    let inputs: [AdInput]

    /// - Throws: `badCommand` with a sentence that describes the fault.
    init(json: Data) throws(LabError) {
        do {
            self = try JSONDecoder().decode(AdInputs.self, from: json)
        } catch {
            throw LabError(.badCommand, "the inputs are not understood")
        }
        guard inputs.count <= AdInput.maximumCount else {
            throw LabError(.badCommand, "at most \(AdInput.maximumCount) inputs come at once")
        }
    }
}
