import Testing

@testable import VAST

/// ADS-114: the contexts of each macro of VAST 4.3 and the form of its value, typed from the IAB's list.
@Suite struct MacroDefinitionTests {
    /// The columns: name, contexts (R requests, T trackers, C clicks, E errors, V verifications; T includes C, E and
    /// V), type, form, the version that introduced it, whether every player must support it.
    static let table = """
        TIMESTAMP            RT timestamp single 4.0 required
        CACHEBUSTING         RT integer   single 3.0 required
        CONTENTPLAYHEAD      RT playhead  single 3.0 deprecated
        MEDIAPLAYHEAD        RT playhead  single 4.1 optional
        BREAKPOSITION        RT integer   single 4.1 optional
        BLOCKEDADCATEGORIES  R  text      list   4.1 optional
        ADCATEGORIES         R  text      list   4.1 optional
        ADCOUNT              RT integer   single 4.1 optional
        TRANSACTIONID        RT text      single 4.1 optional
        PLACEMENTTYPE        RT integer   single 4.1 optional
        ADTYPE               RT text      single 4.1 optional
        UNIVERSALADID        T  text      list   4.1 optional
        BREAKMAXDURATION     RT integer   single 4.2 optional
        BREAKMAXADS          RT integer   single 4.2 optional
        BREAKMINADLENGTH     RT integer   single 4.2 optional
        BREAKMAXADLENGTH     RT integer   single 4.2 optional
        IFA                  RT text      single 4.1 optional
        IFATYPE              RT text      single 4.1 optional
        CLIENTUA             RT text      single 4.1 optional
        SERVERUA             RT text      single 4.1 optional
        DEVICEUA             RT text      single 4.1 optional
        SERVERSIDE           RT integer   single 4.1 optional
        DEVICEIP             RT text      single 4.1 optional
        LATLONG              RT number    pair   4.1 optional
        DOMAIN               RT text      single 4.1 optional
        PAGEURL              RT text      single 4.1 optional
        APPBUNDLE            RT text      single 4.1 optional
        STOREID              RT text      single 4.3 optional
        STOREURL             RT text      single 4.3 optional
        VASTVERSIONS         R  integer   list   4.1 optional
        APIFRAMEWORKS        R  integer   list   4.1 optional
        EXTENSIONS           R  text      list   4.1 optional
        VERIFICATIONVENDORS  R  text      list   4.1 optional
        OMIDPARTNER          RT text      single 4.1 optional
        MEDIAMIME            R  text      list   4.1 optional
        PLAYERCAPABILITIES   RT text      list   4.1 optional
        CLICKTYPE            RT integer   single 4.1 optional
        PLAYERSTATE          T  text      list   4.1 optional
        INVENTORYSTATE       RT text      list   4.1 optional
        PLAYERSIZE           RT integer   pair   4.1 optional
        ADPLAYHEAD           T  playhead  single 4.1 optional
        ASSETURI             T  text      single 3.0 optional
        CONTENTID            RT text      single 4.1 optional
        CONTENTURI           RT text      single 4.1 optional
        PODSEQUENCE          T  integer   single 4.1 optional
        ADSERVINGID          T  text      single 4.1 optional
        PLAYBACKMETHODS      RT integer   single 4.3 optional
        CONTENTCAT           R  text      list   4.3 optional
        CLICKPOS             C  number    pair   4.1 optional
        ERRORCODE            E  integer   single 3.0 required
        REASON               V  integer   single 4.1 required
        LIMITADTRACKING      RT integer   single 4.1 required
        REGULATIONS          RT text      list   4.1 optional
        GDPRCONSENT          RT text      single 4.1 optional
        GPPSTRING            RT text      single 4.3 optional
        GPPSECTIONID         RT integer   list   4.3 optional
        DSAREQUIRED          R  integer   single 4.3 optional
        DSAPARAMS            R  text      list   4.3 optional
        DSAPUBRENDER         R  integer   single 4.3 optional
        """.split(separator: "\n").map(String.init)

    private static let contexts: [Character: Set<Macro.Context>] = [
        "R": [.adRequest], "T": [.tracking, .clickTracking, .error, .verification], "C": [.clickTracking],
        "E": [.error], "V": [.verification],
    ]

    @Test(arguments: table) func `each macro is defined as in the IAB's list`(row: String) throws {
        let cells = row.split(separator: " ").map(String.init)
        try #require(cells.count == 6)
        let definition = try #require(Macro(rawValue: cells[0])).definition
        #expect(definition.contexts == cells[1].reduce(into: []) { $0.formUnion(Self.contexts[$1] ?? []) })
        #expect("\(definition.type)" == cells[2])
        #expect("\(definition.form)" == cells[3])
        #expect(definition.introduced.description == cells[4])
        #expect(definition.isRequired == (cells[5] == "required"))
        #expect(definition.deprecated == (cells[5] == "deprecated" ? Document.Version(4, 1) : nil))
    }

    @Test(arguments: table) func `a macro is replaced where it is defined and unchanged elsewhere`(row: String) throws {
        let name = String(row.prefix { $0 != " " })
        let allowed = try #require(Macro(rawValue: name)).definition.contexts
        let template = try #require(URLTemplate("https://t.example/?v=[\(name)]"))
        for context in Macro.Context.allCases {
            let expected = allowed.contains(context) ? "-1" : "[\(name)]"
            #expect(template.expanded(with: MacroValues(), in: context) == "https://t.example/?v=" + expected)
        }
    }

    @Test func `the table holds all 59 macros`() {
        #expect(Set(Self.table.map { String($0.prefix { $0 != " " }) }) == Set(Macro.allCases.map(\.rawValue)))
        #expect(Self.table.count == 59)
    }

    @Test(arguments: [
        (Macro.adCount, MacroValues.Value.text("two"), "-1"), (.adCount, .text("1.5"), "-1"),
        (.adCount, .text("2"), "2"),
        (.adCount, .text(""), "-1"), (.adCount, .list([]), "-1"), (.adCount, .list(["1", "2"]), "1%2C2"),
        (.cacheBusting, .text("00000042"), "00000042"), (.assetURI, .list(["a", "b"]), "a%2Cb"),
        (.latLong, .list(["51.0", "-3.7"]), "51.0,-3.7"), (.latLong, .list(["51.0"]), "-1"),
        (.latLong, .list(["north", "3"]), "-1"), (.latLong, .list(["nan", "1"]), "-1"),
        (.playerSize, .list(["640", "360", "1"]), "-1"), (.playerSize, .text("640,360"), "-1"),
        (.regulations, .text("gdpr"), "gdpr"), (.regulations, .list([]), "-1"), (.regulations, .list(["a,b"]), "a%2Cb"),
        (.vastVersions, .list(["2", "x"]), "-1"), (.appBundle, .text("0"), "0"), (.ifa, .withheld, "-2"),
    ])
    func `a value of the wrong type or number is unknown`(
        macro: Macro, value: MacroValues.Value, expected: String
    ) {
        var values = MacroValues()
        values[macro] = value
        #expect(values.encoded(macro) == expected)
    }
}
