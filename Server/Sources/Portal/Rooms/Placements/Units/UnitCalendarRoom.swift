import Hummingbird
import MarqueeWire
import PlatformStore

/// Which units are on, month by month.
struct UnitCalendarRoom: PortalRoom {
    private struct Page: Sendable {
        struct Unit: Sendable {
            let name: String
            let address: String
            let zone: String
        }

        let frame: PageFrame
        let month: MonthGrid<Unit>
        let always: [Unit]
        let hasAlways: Bool
        /// How many more there are than are named.
        let moreAlways: Int?
    }

    /// More units than these on a day are counted, and not named.
    private static let mostUnits = 20

    let desk: PortalDesk
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/calendar") { request, _, visit in
            let month = request.uri.queryParameters["month"].flatMap { CalendarMonth(String($0)) }
            return try await calendar(month ?? CalendarMonth(desk.now()), visit)
        }
    }

    private func calendar(_ month: CalendarMonth, _ visit: Visit) async throws -> Response {
        let units = try await placements.units(app: try visit.id())
        let always = units.filter(UnitCalendar.isAlwaysOn)
        let changing = units.filter { !$0.isPaused && !UnitCalendar.isAlwaysOn($0) }
        let calendar = UnitCalendar(month: month)
        let page = Page(
            frame: desk.frame(
                "Schedule", subtitle: "Which units are on, by the days of their time zones", at: UnitPath.calendar,
                visit),
            month: MonthGrid(month, now: desk.now(), most: Self.mostUnits) { day in
                changing.filter { calendar.isOn($0, day: day) }.map(Self.unit)
            },
            always: always.prefix(Self.mostUnits).map(Self.unit), hasAlways: !always.isEmpty,
            moreAlways: always.count > Self.mostUnits ? always.count - Self.mostUnits : nil)
        return try desk.page(page, "placements-calendar")
    }

    private static func unit(_ unit: ContentUnitRecord) -> Page.Unit {
        Page.Unit(name: unit.name, address: UnitPath.unit(unit.id), zone: unit.rules.timeZone ?? "GMT")
    }
}
