package import Processes

/// The codes of this module, beside those of running any program.
extension ProcessError.Code {
  /// The compiler wrote no interface of a module.
  package static let noInterface = Self(rawValue: "no-interface")
  package static let buildFailed = Self(rawValue: "build-failed")
  package static let testsFailed = Self(rawValue: "tests-failed")
}
