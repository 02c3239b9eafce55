import MarqueePlacements
import MarqueeWire

/// What the page reports of the units on the phone's screen.
extension PlacementsWing {
    /// The phone's screen has another size, or was turned.
    struct ResizeScreen: LabCommand {
        static let name = "resizeScreen"
        let width: Int
        let height: Int

        func run(_ call: CommandCall) throws {
            guard ScreenSize.range.contains(width), ScreenSize.range.contains(height) else {
                throw LabError(
                    .badCommand,
                    "a screen is \(ScreenSize.range.lowerBound) to \(ScreenSize.range.upperBound) points wide and high")
            }
            let size = ScreenSize(width: width, height: height)
            call.device.surroundings.games.screen = size
            for stage in call.device.running.flatMap({ $0.game?.stages ?? [] }) {
                stage.rotated(to: size.layout.orientation)
            }
        }
    }

    /// A template's frame has loaded.
    struct Loaded: LabCommand {
        static let name = "loaded"
        let stage: FilledText
        let view: Int

        func run(_ call: CommandCall) throws {
            try call.stage(stage)?.loaded(view: view)
        }
    }

    /// A template sent a message to the SDK.
    struct Message: LabCommand {
        static let name = "message"
        let stage: FilledText
        let view: Int
        /// JSON of a command; anything else is ignored.
        let text: String

        func run(_ call: CommandCall) throws {
            try call.stage(stage)?.received(text, view: view)
        }
    }

    /// A template got an answer.
    struct Answered: LabCommand {
        static let name = "answered"
        let stage: FilledText
        let view: Int
        let number: Int
        /// Why its function for answers failed.
        let failure: String?

        func run(_ call: CommandCall) throws {
            try call.stage(stage)?.answered(number, view: view, failure: failure.map { String($0.prefix(200)) })
        }
    }

    /// The person taps the close button above a unit.
    struct TapClose: LabCommand {
        static let name = "tapClose"
        let stage: FilledText

        func run(_ call: CommandCall) throws {
            try call.stage(stage)?.closeTapped()
        }
    }
}

extension CommandCall {
    /// The stage with this token; `nil` when its request is over, which a page may learn a moment later.
    fileprivate func stage(_ token: FilledText) throws(LabError) -> UnitStage? {
        try game().stages.first { $0.token == token.text }
    }
}

extension ScreenSize {
    /// Where units stand: below the island, and above the bar of the home button.
    var layout: SurfaceLayout {
        let isWide = width > height
        return SurfaceLayout(
            width: Double(width), height: Double(height),
            insets: .init(top: isWide ? 0 : 44, left: isWide ? 44 : 0, bottom: 26, right: 0))
    }
}
