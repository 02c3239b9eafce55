import Testing

@testable import VAST

/// Viewable impressions (VAST 4.3, section 3.5): one of three lists, once. Each event has its own time.
@Suite struct ViewabilityTests {
    typealias Row = (name: String, events: [(Double, Playback.Event)], expected: String)

    static let rows: [Row] = [
        ("half for two seconds", [(0, .begin), (0, .visibilityChanged(0.5)), (2, .ticked)], "seen"),
        ("a moment less", [(0, .begin), (0, .visibilityChanged(0.5)), (1.999, .closed)], "unseen"),
        ("too little of it", [(0, .begin), (0, .visibilityChanged(0.49)), (9, .ended)], "unseen"),
        ("never measured", [(0, .begin), (9, .ended)], "unknown"),
        ("no number", [(0, .begin), (0, .visibilityChanged(.nan)), (9, .closed)], "unknown"),
        ("infinite", [(0, .begin), (0, .visibilityChanged(.infinity)), (2, .ticked)], "seen"),
        ("seen before the first frame", [(0, .visibilityChanged(1)), (9, .begin), (10.9, .closed)], "unseen"),
        ("counted from the first frame", [(0, .visibilityChanged(1)), (9, .begin), (11, .ticked)], "seen"),
        (
            "not on end",
            [
                (0, .begin), (0, .visibilityChanged(1)), (1, .visibilityChanged(0)), (2, .visibilityChanged(1)),
                (3.9, .skipped),
                (3.9, .closed),
            ], "unseen"
        ),
        ("paused", [(0, .begin), (0, .visibilityChanged(1)), (1, .paused), (9, .resumed), (10.9, .closed)], "unseen"),
        ("in the background", [(0, .begin), (0, .visibilityChanged(1)), (1, .backgrounded), (9, .closed)], "unseen"),
        ("stalled", [(0, .begin), (0, .visibilityChanged(1)), (1, .stalled), (5, .closed)], "unseen"),
        ("failed", [(0, .begin), (0, .failed(.linear))], "unknown"),
        ("seen, then closed", [(0, .begin), (0, .visibilityChanged(1)), (3, .closed), (4, .closed)], "seen"),
        (
            "seen twice",
            [(0, .begin), (0, .visibilityChanged(1)), (3, .ticked), (4, .visibilityChanged(0)), (9, .ended)], "seen"
        ),
        ("a clock that goes back", [(9, .begin), (9, .visibilityChanged(1)), (1, .ticked), (2.9, .closed)], "unseen"),
        ("never shown", [(0, .visibilityChanged(1)), (9, .closed)], ""),
    ]

    @Test(arguments: rows.indices) func `one of the three lists is requested`(index: Int) {
        let row = Self.rows[index]
        var playback = Playback(AdFixture.video())
        let words = row.events.flatMap { playback.handle($0.1, at: .seconds($0.0)) }.map(Timeline.word)
        let asked = words.filter { ["seen", "unseen", "unknown"].contains($0) }
        #expect(asked.joined(separator: " ") == row.expected, "\(row.name)")
    }
}
