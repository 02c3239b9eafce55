import Foundation
import MarqueeWire

/// A call of a ``PlacementSurface``, in the order in which the machine asked for it.
enum SurfaceCall: Sendable {
    case begin(PlacementRequest)
    case showOverlay
    case load(ContentUnit, view: Int, frame: ContentUnit.Rectangle?)
    case place(view: Int, frame: ContentUnit.Rectangle?)
    case remove(view: Int, animated: Bool)
    case showCloseButton(Bool)
    case answer(BridgeAnswer, view: Int)
    case open(PlacementLink)
    case end
    /// Not for the surface: what follows waits.
    case wait(@Sendable () async -> Void)
    /// Not for the surface: it has performed everything before, and the app's calls return.
    case finish(@Sendable () -> Void)

    /// - Returns: `nil` for an action that is not for the surface.
    init?(_ action: PlacementAction) {
        switch action {
        case .showOverlay: self = .showOverlay
        case .load(let unit, let view, let frame): self = .load(unit, view: view, frame: frame)
        case .place(let view, let frame): self = .place(view: view, frame: frame)
        case .remove(let view, let animated): self = .remove(view: view, animated: animated)
        case .showCloseButton(let isVisible): self = .showCloseButton(isVisible)
        case .answer(let answer, let view): self = .answer(answer, view: view)
        case .open(let link): self = .open(link)
        default: return nil
        }
    }

    /// - Parameter surface: `nil` if the app has released it.
    func perform(on surface: (any PlacementSurface)?) async {
        switch self {
        case .wait(let work): return await work()
        case .finish(let finish): return finish()
        default: break
        }
        guard let surface else { return }
        switch self {
        case .begin(let request): await surface.begin(request)
        case .showOverlay: await surface.showOverlay()
        case .load(let unit, let view, let frame): await surface.load(unit, view: view, frame: frame)
        case .place(let view, let frame): await surface.place(view: view, frame: frame)
        case .remove(let view, let animated): await surface.remove(view: view, animated: animated)
        case .showCloseButton(let isVisible): await surface.showCloseButton(isVisible)
        case .answer(let answer, let view): await surface.answer(answer, view: view)
        case .open(let link): await surface.open(link.url, product: link.product)
        case .end: await surface.end()
        case .wait, .finish: break
        }
    }
}
