import Foundation
import MarqueeWire

/// The body of a form, `application/x-www-form-urlencoded`, with its fields in order.
struct FormBody {
    static let contentType = "application/x-www-form-urlencoded; charset=utf-8"

    let data: Data

    init(_ fields: KeyValuePairs<String, String>) {
        data = Data(PercentEncoding.form(fields.map { ($0.key, $0.value) }).utf8)
    }
}
