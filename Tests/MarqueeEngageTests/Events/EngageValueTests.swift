import Foundation
import Testing

@testable import MarqueeEngage

/// ENG-032, ENG-048: values of apps and notifications.
@Suite struct EngageValueTests {
    @Test func `a notification's dictionary is read with all its types`() throws {
        let json = #"{"aps":{"alert":{"body":"HELLO!!"},"badge":1,"half":0.5,"on":true},"list":["a",2]}"#
        let payload = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let expected: EngageValue = [
            "aps": ["alert": ["body": "HELLO!!"], "badge": 1, "half": 0.5, "on": true], "list": ["a", 2],
        ]
        #expect(EngageValue(payload) == expected)
        #expect(
            EngageValue(["number": 7, "text": "t", "truth": true] as [AnyHashable: Any]) == [
                "number": 7, "text": "t", "truth": true,
            ])
        #expect(EngageValue(Date()) == nil)
    }

    @Test(
        arguments: [
            ("text", "text"), (7, "7"), (0.25, "0.25"), (true, "true"), (false, "false"), (["a", "b", 3], "a,b,3"),
            (["a", ["nested": "x"], ["deep"]], "a"), ([:], nil), (.number(.infinity), nil),
        ] as [(EngageValue, String?)])
    func `a value becomes the text of an attribute`(value: EngageValue, text: String?) {
        #expect(value.attributeText == text)
    }

    @Test func `a dictionary is read to a depth of 32`() {
        var payload: [AnyHashable: Any] = ["end": "deep"]
        for _ in 0..<5_000 { payload = ["inner": payload] }
        var depth = 0
        var value = EngageValue(payload)
        while case .dictionary(let inner)? = value {
            depth += 1
            value = inner["inner"]
        }
        #expect(depth == 33)
    }
}
