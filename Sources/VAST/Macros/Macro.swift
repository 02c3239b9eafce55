/// The names that VAST 4.3 lets an address hold in brackets; a name that is not here stays as it is.
///
/// Where a name may stand and how its value is written is its ``definition``. Names that the standard does not know can
/// be added with ``MacroValues/subscript(placeholder:)``.
public enum Macro: String, Sendable, CaseIterable {
    // Any address
    /// When the address is requested, ISO-8601. See ``MacroValues/setTimestamp(_:zoneMinutes:)``.
    case timestamp = "TIMESTAMP"
    /// Eight random digits, drawn anew for each address. See ``MacroValues/setCacheBuster(using:)``.
    case cacheBusting = "CACHEBUSTING"
    // The break
    /// The place in the content around the ad; replaced in 4.1 by ``mediaPlayhead`` and ``adPlayhead``.
    case contentPlayhead = "CONTENTPLAYHEAD"
    /// The place in the content around the ad, not in the ad itself.
    case mediaPlayhead = "MEDIAPLAYHEAD"
    /// Where the break lies: 1 before, 2 in, 3 after the content, 4 without content, 0 elsewhere.
    case breakPosition = "BREAKPOSITION"
    /// The categories that the wrappers above forbid. See ``MacroValues/setBlockedCategories(_:)``.
    case blockedAdCategories = "BLOCKEDADCATEGORIES"
    /// The categories that are wanted.
    case adCategories = "ADCATEGORIES"
    /// In a request how many ads are expected, in a tracker how many were begun, this one included.
    case adCount = "ADCOUNT"
    /// A UUID that stays the same through a whole chain of requests.
    case transactionID = "TRANSACTIONID"
    /// The place of the ad, as a number of AdCOM's list of placement subtypes for video.
    case placementType = "PLACEMENTTYPE"
    /// `video`, `audio` or `hybrid`, as the ad says.
    case adType = "ADTYPE"
    /// The creative's ids, each as registry and value with a space between.
    case universalAdID = "UNIVERSALADID"
    /// The most seconds that a break may take.
    case breakMaxDuration = "BREAKMAXDURATION"
    /// The most ads that a break may hold.
    case breakMaxAds = "BREAKMAXADS"
    /// The fewest seconds that an ad of the break may take.
    case breakMinAdLength = "BREAKMINADLENGTH"
    /// The most seconds that an ad of the break may take.
    case breakMaxAdLength = "BREAKMAXADLENGTH"
    // The client
    /// The advertising id that the viewer can reset.
    case ifa = "IFA"
    /// What kind of id ``ifa`` is, such as `idfa`.
    case ifaType = "IFATYPE"
    /// The player and its VAST client, each as name and version; `unknown` stands for a nameless player.
    case clientUserAgent = "CLIENTUA"
    /// The server that asks on behalf of a device.
    case serverUserAgent = "SERVERUA"
    /// The device that shows the ad, when a server asks on its behalf.
    case deviceUserAgent = "DEVICEUA"
    /// Who asks: 0 the device, 1 a server for a device, 2 a server for itself.
    case serverSide = "SERVERSIDE"
    /// The device that shows the ad, when a server asks on its behalf.
    case deviceIP = "DEVICEIP"
    /// Latitude and longitude of the viewer.
    case latLong = "LATLONG"
    // The publisher
    /// The domain of the page that shows the ad.
    case domain = "DOMAIN"
    /// The page that shows the ad; 0 in an app. Required of players with Open Measurement on the web.
    case pageURL = "PAGEURL"
    /// The app's identifier in its system; 0 on a page. Required of players with Open Measurement in apps.
    case appBundle = "APPBUNDLE"
    /// The app's identifier in a store, when it is not ``appBundle``.
    case storeID = "STOREID"
    /// The app's page in a store.
    case storeURL = "STOREURL"
    // What the player can do
    /// What the player reads, as AdCOM's numbers: 2, 3, 7 are VAST 2 to 4.0, 5, 6, 8 their wrappers, 11 to 14 later.
    case vastVersions = "VASTVERSIONS"
    /// What the player runs, as AdCOM's numbers: 5 is MRAID 2, 6 MRAID 3, 7 OMID.
    case apiFrameworks = "APIFRAMEWORKS"
    /// The types of extensions that the player understands.
    case extensions = "EXTENSIONS"
    /// The vendors whose verification the player runs.
    case verificationVendors = "VERIFICATIONVENDORS"
    /// The Open Measurement integration as name and version. Required where there is one.
    case omidPartner = "OMIDPARTNER"
    /// The types of media that the player plays.
    case mediaMIME = "MEDIAMIME"
    /// Some of `skip`, `mute`, `autoplay`, `mautoplay`, `fullscreen`, `icon`.
    case playerCapabilities = "PLAYERCAPABILITIES"
    /// What can be clicked: 0 nothing, 1 the whole video, 2 a button or link, 3 the same with a question before.
    case clickType = "CLICKTYPE"
    // What the player does
    /// Some of `muted`, `fullscreen`. See ``MacroValues/setPlayerState(isMuted:isFullscreen:)``.
    case playerState = "PLAYERSTATE"
    /// Some of `skippable`, `autoplayed`, `mautoplayed`, `optin`.
    case inventoryState = "INVENTORYSTATE"
    /// Width and height of the player in points.
    case playerSize = "PLAYERSIZE"
    /// The place in the ad.
    case adPlayhead = "ADPLAYHEAD"
    /// The address of the media file that plays.
    case assetURI = "ASSETURI"
    /// The content around the ad, as registry and value with a space between.
    case contentID = "CONTENTID"
    /// The address of the content around the ad.
    case contentURI = "CONTENTURI"
    /// The ad's place in its pod, from 1.
    case podSequence = "PODSEQUENCE"
    /// The id that names this delivery on every server of the chain.
    case adServingID = "ADSERVINGID"
    /// How playback began: 1 and 2 with the page, 3 by a click, 4 by a pointer, 5 and 6 on sight, 7 after another ad.
    case playbackMethods = "PLAYBACKMETHODS"
    /// What the content around the ad is about, as numbers of the IAB content taxonomy.
    case contentCategories = "CONTENTCAT"
    // Clicks, errors, verification
    /// Where the viewer clicked, in points from the player's top left.
    case clickPosition = "CLICKPOS"
    /// What went wrong: a number of VAST 4.3, section 2.3.6.3.
    case errorCode = "ERRORCODE"
    /// Why a verification was not run: 1 rejected, 2 not supported, 3 not loaded.
    case reason = "REASON"
    // Regulation
    /// 1 when the viewer limits tracking, else 0.
    case limitAdTracking = "LIMITADTRACKING"
    /// The laws that apply: some of `coppa`, `gdpr`.
    case regulations = "REGULATIONS"
    /// The TCF consent string.
    case gdprConsent = "GDPRCONSENT"
    /// The string of the Global Privacy Platform.
    case gppString = "GPPSTRING"
    /// The sections of ``gppString`` that apply.
    case gppSectionID = "GPPSECTIONID"
    /// Whether the Digital Services Act asks for transparency: 0 no, 1 optional, 2 yes, 3 yes on a platform.
    case dsaRequired = "DSAREQUIRED"
    /// The user parameters that the selling side applied.
    case dsaParameters = "DSAPARAMS"
    /// Whether the publisher shows the transparency notice: 1 cannot, 2 could, 3 will.
    case dsaPublisherRender = "DSAPUBRENDER"
}
