// UIKit brings Foundation along, as Apple's does; URL loading is a module of its own on Linux.
@_exported public import Foundation
@_exported public import FoundationNetworking

/// The value of a declaration; never asked for.
public func declared<Value>() -> Value { preconditionFailure("a declaration only") }
