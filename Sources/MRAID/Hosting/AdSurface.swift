/// The part of showing an ad that only the app can do: views, web views and a timer.
///
/// An ``AdHost`` calls it, on the thread that called the host.
public protocol AdSurface: AnyObject {
    /// Carries out an action. Calls of scripts and wakes are not among them.
    func perform(_ action: HostAction)
    /// Evaluates the script in the page's web view.
    func run(_ script: String, in page: Page)
    /// Calls ``AdHost/wake()`` after so long; takes the place of an earlier wake, so one timer will do.
    func wake(after time: Duration)
}
