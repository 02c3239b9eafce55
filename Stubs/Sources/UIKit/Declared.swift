// Apple's UIKit exports Foundation. On Linux, URL loading is a separate module.
@_exported public import Foundation
@_exported public import FoundationNetworking

/// The body of each declaration; it never runs.
public func declared<Value>() -> Value { preconditionFailure("a declaration only") }
