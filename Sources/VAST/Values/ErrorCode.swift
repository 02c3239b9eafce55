/// The codes that report an error to an ad server (VAST 4.3, section 2.3.6.3).
public enum ErrorCode: Int, Sendable, CaseIterable {
    /// The document is not well-formed XML.
    case malformedDocument = 100
    /// The document is XML but not VAST, or a required part is missing.
    case invalidDocument = 101
    /// The version is not supported.
    case unsupportedVersion = 102
    /// The type of the ad was not requested.
    case unexpectedAdType = 200
    /// A linear ad where a non-linear one was expected, or the reverse.
    case unexpectedLinearity = 201
    /// The duration is outside the requested range.
    case unexpectedDuration = 202
    /// The size is outside the requested range.
    case unexpectedSize = 203
    /// A category is required, and the ad has none.
    case missingCategory = 204
    /// A wrapper blocks the ad's category.
    case blockedCategory = 205
    /// The break was shortened, and the ad was not used.
    case breakShortened = 206
    /// A wrapper failed for another reason.
    case wrapper = 300
    /// The wrapper's address cannot be reached, or did not answer in time.
    case wrapperTimeout = 301
    /// Too many wrappers, or wrappers that point to each other.
    case wrapperLimit = 302
    /// No ad at the end of a chain of wrappers.
    case noAd = 303
    /// The ad was not displayed in time.
    case displayTimeout = 304
    /// The linear ad failed for another reason.
    case linear = 400
    /// The media file does not exist.
    case mediaNotFound = 401
    /// The media file did not arrive in time.
    case mediaTimeout = 402
    /// No media file has supported attributes.
    case noUsableMedia = 403
    /// A file of a supported type cannot be decoded or played.
    case mediaPlayback = 405
    /// A mezzanine file is required and missing.
    case mezzanineMissing = 406
    /// The mezzanine file is being fetched.
    case mezzanineFetching = 407
    /// A conditional ad was refused.
    case conditionalAdRefused = 408
    /// The interactive file was not executed.
    case interactiveNotExecuted = 409
    /// A verification was not executed.
    case verificationNotExecuted = 410
    /// The mezzanine file is below the quality required.
    case mezzanineQuality = 411
    /// The non-linear ad failed for another reason.
    case nonLinear = 500
    /// The non-linear ad is too large.
    case nonLinearTooLarge = 501
    /// The non-linear ad's resource cannot be fetched.
    case nonLinearNotFetched = 502
    /// The non-linear ad has no resource of a supported type.
    case nonLinearUnsupported = 503
    /// The companion failed for another reason.
    case companion = 600
    /// The companion does not fit.
    case companionTooLarge = 601
    /// A required companion cannot be displayed.
    case requiredCompanion = 602
    /// The companion's resource cannot be fetched.
    case companionNotFetched = 603
    /// The companion has no resource of a supported type.
    case companionUnsupported = 604
    /// Any other error.
    case undefined = 900
    /// The VPAID unit failed, or VPAID is not supported.
    case vpaid = 901
    /// The interactive unit failed.
    case interactive = 902
}
