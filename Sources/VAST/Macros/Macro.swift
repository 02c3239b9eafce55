/// The macros of VAST 4.3. An address contains them in brackets; other names in brackets are left unchanged.
///
/// ``definition`` describes where a macro may occur and the form of its value. Add other names with
/// ``MacroValues/subscript(placeholder:)``.
public enum Macro: String, Sendable, CaseIterable {
    // Any address
    /// The time of the request, ISO 8601. See ``MacroValues/setTimestamp(_:zoneMinutes:)``.
    case timestamp = "TIMESTAMP"
    /// Eight random digits, different for each request. See ``MacroValues/setCacheBuster(using:)``.
    case cacheBusting = "CACHEBUSTING"
    // The break
    /// The position in the content around the ad. In 4.1, ``mediaPlayhead`` and ``adPlayhead`` replaced it.
    case contentPlayhead = "CONTENTPLAYHEAD"
    /// The position in the content around the ad, not in the ad itself.
    case mediaPlayhead = "MEDIAPLAYHEAD"
    /// The kind of break: 1 before, 2 within, 3 after the content, 4 without content, 0 other.
    case breakPosition = "BREAKPOSITION"
    /// The categories that the wrappers above block. See ``MacroValues/setBlockedCategories(_:)``.
    case blockedAdCategories = "BLOCKEDADCATEGORIES"
    /// The wanted categories.
    case adCategories = "ADCATEGORIES"
    /// In a request, the number of expected ads. In a tracker, the number of started ads including this one.
    case adCount = "ADCOUNT"
    /// A UUID that is the same for all requests of a chain.
    case transactionID = "TRANSACTIONID"
    /// The placement subtype for video, as a number of the AdCOM list.
    case placementType = "PLACEMENTTYPE"
    /// `video`, `audio` or `hybrid`, as stated by the ad.
    case adType = "ADTYPE"
    /// The ids of the creative, each as registry and value with a space between them.
    case universalAdID = "UNIVERSALADID"
    /// The longest duration of a break in seconds.
    case breakMaxDuration = "BREAKMAXDURATION"
    /// The largest number of ads in a break.
    case breakMaxAds = "BREAKMAXADS"
    /// The shortest duration of an ad in the break, in seconds.
    case breakMinAdLength = "BREAKMINADLENGTH"
    /// The longest duration of an ad in the break, in seconds.
    case breakMaxAdLength = "BREAKMAXADLENGTH"
    // The client
    /// The resettable advertising id.
    case ifa = "IFA"
    /// The kind of ``ifa``, such as `idfa`.
    case ifaType = "IFATYPE"
    /// The player and its VAST client, each as name and version. A player without a name is `unknown`.
    case clientUserAgent = "CLIENTUA"
    /// The server that makes requests for a device.
    case serverUserAgent = "SERVERUA"
    /// The user agent of the device that shows the ad, when a server makes the requests.
    case deviceUserAgent = "DEVICEUA"
    /// Who makes the request: 0 the device, 1 a server for a device, 2 a server for itself.
    case serverSide = "SERVERSIDE"
    /// The IP address of the device that shows the ad, when a server makes the requests.
    case deviceIP = "DEVICEIP"
    /// Latitude and longitude of the viewer.
    case latLong = "LATLONG"
    // The publisher
    /// The domain of the page that shows the ad.
    case domain = "DOMAIN"
    /// The address of the page that shows the ad; 0 in an app. Required for players with Open Measurement on the web.
    case pageURL = "PAGEURL"
    /// The app's identifier in its system; 0 on a page. Required for players with Open Measurement in apps.
    case appBundle = "APPBUNDLE"
    /// The app's identifier in a store, if it differs from ``appBundle``.
    case storeID = "STOREID"
    /// The address of the app in a store.
    case storeURL = "STOREURL"
    // What the player can do
    /// The versions that the player supports, as AdCOM numbers: 2, 3, 7 are VAST 2 to 4.0, 5, 6, 8 their wrappers, 11
    /// to 14 later versions.
    case vastVersions = "VASTVERSIONS"
    /// The frameworks that the player supports, as AdCOM numbers: 5 is MRAID 2, 6 MRAID 3, 7 OMID.
    case apiFrameworks = "APIFRAMEWORKS"
    /// The types of extensions that the player supports.
    case extensions = "EXTENSIONS"
    /// The vendors whose verification the player runs.
    case verificationVendors = "VERIFICATIONVENDORS"
    /// The Open Measurement integration as name and version. Required if there is one.
    case omidPartner = "OMIDPARTNER"
    /// The media types that the player supports.
    case mediaMIME = "MEDIAMIME"
    /// Some of `skip`, `mute`, `autoplay`, `mautoplay`, `fullscreen`, `icon`.
    case playerCapabilities = "PLAYERCAPABILITIES"
    /// The clickable area: 0 none, 1 the whole video, 2 a button or link, 3 the same with a confirmation.
    case clickType = "CLICKTYPE"
    // What the player does
    /// Some of `muted`, `fullscreen`. See ``MacroValues/setPlayerState(isMuted:isFullscreen:)``.
    case playerState = "PLAYERSTATE"
    /// Some of `skippable`, `autoplayed`, `mautoplayed`, `optin`.
    case inventoryState = "INVENTORYSTATE"
    /// Width and height of the player in points.
    case playerSize = "PLAYERSIZE"
    /// The position in the ad.
    case adPlayhead = "ADPLAYHEAD"
    /// The address of the media file that is playing.
    case assetURI = "ASSETURI"
    /// The content around the ad, as registry and value with a space between.
    case contentID = "CONTENTID"
    /// The address of the content around the ad.
    case contentURI = "CONTENTURI"
    /// The ad's position in its pod, from 1.
    case podSequence = "PODSEQUENCE"
    /// The id of this delivery, the same on every server of the chain.
    case adServingID = "ADSERVINGID"
    /// How playback started: 1 and 2 on page load, 3 by a click, 4 by a pointer, 5 and 6 when visible, 7 after another
    /// ad.
    case playbackMethods = "PLAYBACKMETHODS"
    /// The topics of the content around the ad, as numbers of the IAB content taxonomy.
    case contentCategories = "CONTENTCAT"
    // Clicks, errors, verification
    /// The click position in points from the player's top left corner.
    case clickPosition = "CLICKPOS"
    /// The error, as a number of VAST 4.3, section 2.3.6.3.
    case errorCode = "ERRORCODE"
    /// The reason why a verification was not run: 1 rejected, 2 not supported, 3 not loaded.
    case reason = "REASON"
    // Regulation
    /// 1 if the viewer limits tracking, otherwise 0.
    case limitAdTracking = "LIMITADTRACKING"
    /// The applicable regulations: some of `coppa`, `gdpr`.
    case regulations = "REGULATIONS"
    /// The TCF consent string.
    case gdprConsent = "GDPRCONSENT"
    /// The string of the Global Privacy Platform.
    case gppString = "GPPSTRING"
    /// The sections of ``gppString`` that apply.
    case gppSectionID = "GPPSECTIONID"
    /// Whether the Digital Services Act requires transparency: 0 no, 1 optional, 2 yes, 3 yes on a platform.
    case dsaRequired = "DSAREQUIRED"
    /// The user parameters that the seller applied.
    case dsaParameters = "DSAPARAMS"
    /// Whether the publisher shows the transparency notice: 1 cannot, 2 could, 3 will.
    case dsaPublisherRender = "DSAPUBRENDER"
}
