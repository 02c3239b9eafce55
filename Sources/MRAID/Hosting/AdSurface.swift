/// The part of showing an ad that only the app can do: views, web views and a timer.
///
/// ``AdHost`` calls these methods on the thread that called the host.
public protocol AdSurface: AnyObject {
    /// Carries out an action. Script calls and wakes have methods of their own.
    func perform(_ action: HostAction)
    /// Evaluates the script in the page's web view.
    func run(_ script: String, in page: Container.Page)
    /// Calls ``AdHost/wake()`` after the time has passed. A new call replaces the earlier one, so one timer is enough.
    func wake(after time: Duration)
}
