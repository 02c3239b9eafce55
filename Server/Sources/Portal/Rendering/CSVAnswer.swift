import Collector
import HTTPTypes
import Hummingbird
import NIOCore

/// Tables that a browser stores as CSV files.
enum CSVAnswer {
    /// A piece of a long table, and how to go on.
    struct Piece<Cursor: Sendable>: Sendable {
        let rows: [[CSVTable.Cell]]
        /// `nil` behind the last piece.
        let next: Cursor?
    }

    /// A file whose text is known.
    /// - Parameter name: of the file, without the extension; of fixed words, ids and days.
    static func file(_ name: String, _ text: String) -> Response {
        Response(status: .ok, headers: headers(name), body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// A table with a heading.
    static func table(_ name: String, _ heading: [String], _ rows: [[CSVTable.Cell]]) -> Response {
        var table = CSVTable()
        table.add(heading.map { .text($0) })
        for row in rows { table.add(row) }
        return file(name, table.text)
    }

    /// A long table, which is read and sent piece by piece: it need not fit into memory.
    static func pieces<Cursor: Sendable>(
        _ name: String, _ heading: [String], _ read: @escaping @Sendable (Cursor?) async throws -> Piece<Cursor>
    ) -> Response {
        let body = ResponseBody { writer in
            var table = CSVTable()
            table.add(heading.map { .text($0) })
            var cursor: Cursor?
            repeat {
                let piece = try await read(cursor)
                for row in piece.rows { table.add(row) }
                try await writer.write(ByteBuffer(string: table.text))
                table = CSVTable()
                cursor = piece.next
            } while cursor != nil
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers(name), body: body)
    }

    static func headers(_ name: String) -> HTTPFields {
        [
            .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"\(name).csv\"",
        ]
    }
}
