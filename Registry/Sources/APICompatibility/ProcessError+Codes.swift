package import Processes

/// The codes of this module, beside those of running any program.
extension ProcessError.Code {
  /// A toolchain that comes without the tool that reads interfaces.
  package static let noDigester = Self(rawValue: "no-digester")
  /// The digester failed, or its output was not understood.
  package static let digesterFailed = Self(rawValue: "digester-failed")
  package static let buildFailed = Self(rawValue: "build-failed")
  package static let testsFailed = Self(rawValue: "tests-failed")
}
