import MarqueeWire
import Testing

@testable import MarqueePlacements

/// Where templates and the close button stand (PLC-042, PLC-055, PLC-059).
struct SurfaceLayoutTests {
    typealias Rectangle = ContentUnit.Rectangle

    private static let portrait = SurfaceLayout(width: 390, height: 844, insets: .init(top: 47, bottom: 34))
    private static let landscape = SurfaceLayout(
        width: 844, height: 390, insets: .init(left: 47, bottom: 21, right: 47))

    @Test(
        arguments: [
            (80, 60, 40, 30), (60, 80, 30, 40), (40, 40, 40, 40), (20, 10, 20, 10), (400, 1, 40, 0.1), (41, 41, 40, 40),
        ] as [(Double, Double, Double, Double)])
    func `an image of the close button is scaled down to 40 points, and never up`(
        width: Double, height: Double, drawnWidth: Double, drawnHeight: Double
    ) throws {
        let size = try #require(SurfaceLayout.closeImageSize(width: width, height: height))
        #expect(abs(size.width - drawnWidth) < 0.001)
        #expect(abs(size.height - drawnHeight) < 0.001)
    }

    @Test(arguments: [(0, 10), (10, 0), (-1, 10), (.nan, 10), (.infinity, 10)] as [(Double, Double)])
    func `an image without a size is not drawn`(width: Double, height: Double) {
        #expect(SurfaceLayout.closeImageSize(width: width, height: height) == nil)
    }

    @Test func `without a frame a template covers the screen`() {
        #expect(Self.portrait.place(nil) == Rectangle(x: 0, y: 0, width: 390, height: 844))
        #expect(Self.portrait.orientation == .portrait)
        #expect(Self.landscape.orientation == .landscape)
    }

    @Test(
        arguments: [
            (Rectangle(x: 35, y: 60, width: 320, height: 480), Rectangle(x: 35, y: 107, width: 320, height: 480)),
            (Rectangle(x: 300, y: 800, width: 320, height: 480), Rectangle(x: 70, y: 364, width: 320, height: 480)),
            (Rectangle(x: -50, y: -90, width: 100, height: 100), Rectangle(x: 0, y: 0, width: 100, height: 100)),
            (Rectangle(x: 10, y: 10, width: 2_000, height: 2_000), Rectangle(x: 0, y: 0, width: 390, height: 844)),
        ] as [(Rectangle, Rectangle)])
    func `a dialog begins below the status bar, and all of it is on screen`(frame: Rectangle, place: Rectangle) {
        #expect(Self.portrait.place(frame) == place)
    }

    @Test func `the close button is at the upper right corner, and inside of the safe area`() {
        let dialog = Rectangle(x: 35, y: 107, width: 320, height: 480)
        #expect(Self.portrait.closeButton(on: dialog) == Rectangle(x: 333, y: 85, width: 44, height: 44))
        #expect(Self.portrait.closeButton(on: nil) == Rectangle(x: 346, y: 47, width: 44, height: 44))
        #expect(Self.landscape.closeButton(on: nil) == Rectangle(x: 753, y: 0, width: 44, height: 44))
        let tiny = SurfaceLayout(width: 10, height: 10).closeButton(on: nil)
        #expect(tiny == Rectangle(x: 0, y: 0, width: 44, height: 44))
    }
}
