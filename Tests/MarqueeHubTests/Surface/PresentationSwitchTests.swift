import MarqueeHub
import Testing

@Suite struct PresentationSwitchTests {
    struct Course: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [(PresentationSwitch.Event, PresentationSwitch.Action?)]
    }

    static let courses = [
        Course(
            testDescription: "a person closes the hub",
            steps: [
                (.switchedOn, .present), (.appeared, nil), (.returned, nil), (.disappeared, .switchOff),
                (.switchedOff, nil),
            ]),
        Course(
            testDescription: "the app takes it away",
            steps: [
                (.switchedOn, .present), (.appeared, nil), (.returned, nil), (.switchedOff, .dismiss),
                (.disappeared, nil),
            ]),
        Course(
            testDescription: "the app takes it away while it loads",
            steps: [
                (.switchedOn, .present), (.appeared, nil), (.switchedOff, .dismiss), (.returned, nil),
                (.disappeared, nil),
            ]),
        Course(
            testDescription: "nothing appears",
            steps: [(.switchedOn, .present), (.returned, .switchOff), (.switchedOff, nil)]
        ),
        Course(
            testDescription: "an error is shown until it is closed",
            steps: [(.switchedOn, .present), (.appeared, nil), (.returned, nil), (.disappeared, .switchOff)]),
        Course(
            testDescription: "a person closes it before its call returns",
            steps: [(.switchedOn, .present), (.appeared, nil), (.disappeared, nil), (.returned, .switchOff)]),
        Course(
            testDescription: "it is wanted again while it leaves",
            steps: [
                (.switchedOn, .present), (.appeared, nil), (.returned, nil), (.switchedOff, .dismiss),
                (.switchedOn, nil),
                (.disappeared, .present), (.appeared, nil), (.returned, nil), (.disappeared, .switchOff),
            ]),
        Course(
            testDescription: "it is wanted, not wanted and wanted again while it leaves",
            steps: [
                (.switchedOn, .present), (.switchedOff, .dismiss), (.switchedOn, nil), (.switchedOff, nil),
                (.returned, nil),
                (.switchedOn, .present),
            ]),
        Course(
            testDescription: "what does not fit changes nothing",
            steps: [
                (.switchedOff, nil), (.disappeared, nil), (.returned, nil), (.switchedOn, .present), (.switchedOn, nil),
                (.disappeared, nil),
            ]),
    ]

    @Test(arguments: courses) func `a hub comes and goes with the app's value`(_ course: Course) {
        var state = PresentationSwitch()
        for (number, step) in course.steps.enumerated() {
            #expect(state.handle(step.0) == step.1, "step \(number + 1), \(step.0)")
        }
    }
}
