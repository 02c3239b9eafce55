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

        struct Day: Sendable {
            /// Empty in a week's part outside the month.
            let number: String
            let name: String
            let isToday: Bool
            let units: [Unit]
            /// How many more there are than the page shows.
            let more: Int?
        }

        struct Week: Sendable {
            let days: [Day]
        }

        let frame: PageFrame
        let month: String
        let before: String
        let after: String
        let weeks: [Week]
        /// The days on which a unit is on.
        let days: [Day]
        let isEmpty: Bool
        let always: [Unit]
        let hasAlways: Bool
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
        let today = CalendarMonth(desk.now()) == month ? month.day(of: desk.now()) : 0
        let days = (1...month.length).map { number in
            let on = changing.filter { calendar.isOn($0, day: number) }
            return Page.Day(
                number: String(number), name: month.name(of: number), isToday: number == today,
                units: on.prefix(Self.mostUnits).map(Self.unit),
                more: on.count > Self.mostUnits ? on.count - Self.mostUnits : nil)
        }
        let outside = Page.Day(number: "", name: "", isToday: false, units: [], more: nil)
        let cells = Array(repeating: outside, count: month.firstWeekday) + days
        let padded = cells + Array(repeating: outside, count: (7 - cells.count % 7) % 7)
        let page = Page(
            frame: desk.frame(
                "Schedule", subtitle: "Which units are on, by the days of their time zones", at: UnitPath.calendar,
                visit),
            month: month.title, before: month.previous.text, after: month.next.text,
            weeks: stride(from: 0, to: padded.count, by: 7).map { .init(days: Array(padded[$0..<($0 + 7)])) },
            days: days.filter { !$0.units.isEmpty }, isEmpty: days.allSatisfy(\.units.isEmpty),
            always: always.prefix(Self.mostUnits).map(Self.unit), hasAlways: !always.isEmpty)
        return try desk.page(page, "placements-calendar")
    }

    private static func unit(_ unit: ContentUnitRecord) -> Page.Unit {
        Page.Unit(name: unit.name, address: UnitPath.unit(unit.id), zone: unit.rules.timeZone ?? "GMT")
    }
}
