import Hummingbird
import Web

/// What went wrong, as a page that says how to go on.
struct PageDialect: Dialect {
    func answer(_ problem: Problem) throws -> Response {
        let (address, link) =
            problem.code == PortalError.Code.noApp.rawValue
            ? ("/portal/apps", "Create an app") : ("/portal/", "Back to the portal")
        let page = MessagePage(
            title: problem.title, problem: nil, text: problem.message, address: address, link: link)
        return PortalDesk.html(try PageLibrary.shared().render(page, as: "message"), status: problem.status)
    }
}
