import MRAID
import Testing

/// Messages from a hostile or faulty page, and their JSON (ADS-091).
@Suite struct MessageTests {
    @Test(arguments: [
        ("", "message"), ("x", "message"), ("[]", "message"), ("7", "message"), ("{}", "message"),
        (#"{"command":7}"#, "message"), (#"{"command":"close""#, "message"), (#"{"command":"close"}x"#, "message"),
        (#"{"command":"fly","arguments":[],"id":1}"#, "fly"), (#"{"command":"Expand"}"#, "Expand"),
        (#"{"command":"","id":1}"#, ""),
        (#"{"command":"addEventListener","arguments":["ready",1]}"#, "addEventListener"),
        (#"{"command":"addEventListener","arguments":["exposureChange"]}"#, "addEventListener"),
        (#"{"command":"addEventListener","arguments":["exposureChange",-1]}"#, "addEventListener"),
        (#"{"command":"addEventListener","arguments":["exposureChange",1.5]}"#, "addEventListener"),
        (#"{"command":"useCustomClose","arguments":[]}"#, "useCustomClose"),
        (#"{"command":"useCustomClose","arguments":["true"]}"#, "useCustomClose"),
        (#"{"command":"open"}"#, "open"), (#"{"command":"setResizeProperties","arguments":{}}"#, "setResizeProperties"),
    ])
    func `a message that is not understood gets an error with its command`(text: String, action: String) {
        var host = Host.ready()
        host.sends(text)
        #expect(host.errors() == [action])
        #expect(host.container.state == .default)
        #expect(host.deeds.isEmpty)
    }

    @Test func `a command name that is too long is cut in the error`() {
        var host = Host.ready()
        host.says(String(repeating: "x", count: 5_000))
        #expect(host.errors() == [String(repeating: "x", count: 64)])
    }

    @Test func `a message that is too long is refused`() {
        var host = Host.ready()
        host.says("open", "\"https://ads.example/" + String(repeating: "x", count: 65_536) + "\"")
        #expect(host.events(.error) == [["The message is longer than 65536 bytes", "message"]])
    }

    @Test func `messages over the limit per second are dropped with one error`() {
        var host = Host.ready()
        for _ in 0..<1_000 { host.says("setExpandProperties", #"{"width":-1}"#) }
        #expect(host.errors().count == 201)
        #expect(host.complaints().last == "More than 200 messages in a second: the rest are dropped")
        host.now += .seconds(1)
        host.says("setExpandProperties", #"{"width":-1}"#)
        #expect(host.errors().count == 202)
    }

    @Test func `a message from a page that does not exist is ignored`() {
        var host = Host.ready()
        host.says("unload", from: .second)
        #expect(host.actions.isEmpty)
    }

    @Test func `the answer repeats the message's number`() {
        var host = Host.ready()
        for (given, answered) in [("3", 3), ("-3", 0), ("1.5", 0), ("\"3\"", 0), ("1e300", 0), ("null", 0)] {
            host.sends(#"{"command":"setExpandProperties","arguments":[{}],"id":\#(given)}"#)
            #expect(host.calls().last?.answered == answered, "\(given)")
        }
    }

    @Test func `the number of waiting listeners is limited`() {
        var host = Host()
        for token in 0..<100 { host.says("addEventListener", #""exposureChange""#, "\(token)") }
        #expect(host.errors().count == 36)
        host.actions = []
        host.says("loaded")
        #expect(host.events(.exposureChange).count == 64)
    }

    // MARK: JSON

    @Test(
        arguments: [
            ("null", .null), ("true", .bool(true)), (" false ", .bool(false)), ("0", .number(0)),
            ("-12.5e2", .number(-1250)),
            ("-0", .number(0)), ("-0.0", .number(0)), ("0e1", .number(0)), ("1E+2", .number(100)),
            ("1e-2", .number(0.01)),
            ("123456789012345678901234567890", .number(1.2345678901234568e29)), ("1e-400", .number(0)),
            ("0.1e0", .number(0.1)), ("\t\r\n1 ", .number(1)), (#""\u0000""#, "\0"), ("\"\u{7F}\"", "\u{7F}"),
            (#""\u2028""#, "\u{2028}"), (#""\uD800\uD800\uDC00""#, "\u{FFFD}\u{10000}"),
            (#"{"":0}"#, .record(["": .number(0)])),
            ("[[[[[[[[1]]]]]]]]", (0..<8).reduce(.number(1)) { value, _ in .list([value]) }),
            (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\ud83d\ude00""#, "é😀"),
            (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude00""#, "\u{FFFD}"), ("\"é😀\"", "é😀"),
            ("[]", .list([])), ("[1,[2]]", .list([.number(1), .list([.number(2)])])), ("{}", .record([:])),
            (#"{ "a" : 1 , "b" : [ ] }"#, .record(["a": .number(1), "b": .list([])])),
            (#"{"a":1,"a":2}"#, .record(["a": .number(2)])),
        ] as [(String, ScriptValue)])
    func `JSON is read`(text: String, value: ScriptValue) {
        #expect(ScriptValue(json: text) == value)
        #expect(ScriptValue(json: value.json) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "True", "+1", ".5", "-", "01", "-.5", "00", "-01", "1.", "1.e5", "1e", "1e+", "--1", "1-2",
        "1.2.3", "0x1", "1e999", "1x", "NaN", "Infinity", "'a'", "\"", "\"\\\"", "\"\\x\"", "\"\\'\"",
        "\"\t\"", "\"\\u00\u{FF11}1\"", "\"\\", "\u{C}1", "\u{A0}1", "\u{B}1", "1.2e", "1e1.5", "1_000", "０",
        "[1,]", "[,]", "[1,,2]", "[1}", "{\"a\":1]", "{\"a\" 1}", "{1:1}", "{\"a\":1,,\"b\":2}", "{,}",
        "{\"a\":1 \"b\":2}",
        "null,", "nulll", "truefalse", "[1]]", "1//", "/**/1", "[1 /**/]", "\u{0}", "1\u{0}",

        "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "[", "]", "[1", "[1,", "[,1]", "[1 2]", "{", "{a:1}", "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}", "{\"a\":1", "1 2", "\u{FEFF}1", "//", "[[[[[[[[[1]]]]]]]]]",
    ])
    func `text that is not JSON or nested too deep is refused`(text: String) {
        #expect(ScriptValue(json: text) == nil)
    }

    @Test(
        arguments: [
            (.number(.nan), "null"), (.number(.infinity), "null"), (.number(-0.5), "-0.5"), (.number(3), "3"),
            (.number(1e300), "1e+300"), (.text("</script>\u{2028}\u{1}\u{7F}"), #""\u003c/script>\u2028\u0001\u007f""#),
            (.record(["b": .null, "a": .list([.bool(true), "x"])]), #"{"a":[true,"x"],"b":null}"#),
        ] as [(ScriptValue, String)])
    func `written JSON is safe inside a script element`(value: ScriptValue, text: String) {
        #expect(value.json == text)
    }

    @Test func `a call of the script carries values before events`() {
        let call = ScriptCall(
            page: .first, values: ["state": "default"],
            events: [ScriptEvent(.ready), ScriptEvent(.error, ["a"], listener: 2)],
            answered: 4)
        #expect(
            call.json == """
                {"answered":4,"events":[{"arguments":[],"name":"ready"},{"arguments":["a"],"listener":2,"name":"error"}],\
                "values":{"state":"default"}}
                """)
        #expect(call.script == "window.mraidReceive && window.mraidReceive(\(call.json));")
    }
}
