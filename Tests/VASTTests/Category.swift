@testable import VAST

/// Tables need the short name; with Foundation imported, Apple's platforms would read it as the Objective-C runtime's.
typealias Category = Ad.Category
