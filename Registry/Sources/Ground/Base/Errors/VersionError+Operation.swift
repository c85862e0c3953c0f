package import Versions

// `Versions` throws errors of its own, and operations throw `OperationError`: these read the same
// texts with that error.

extension SemanticVersion {
  /// ``init(parsing:)`` with the error of an operation.
  package init(_ text: String) throws(OperationError) {
    self = try operationError { () throws(VersionError) in try SemanticVersion(parsing: text) }
  }

  /// ``labelWithoutNumber`` with the error of an operation.
  package var prereleaseLabel: PrereleaseLabel {
    get throws(OperationError) {
      try operationError { () throws(VersionError) in try labelWithoutNumber }
    }
  }

  /// ``firstPrerelease(labelled:)`` with the error of an operation.
  package func announced(by label: PrereleaseLabel) throws(OperationError) -> SemanticVersion {
    try operationError { () throws(VersionError) in try firstPrerelease(labelled: label) }
  }

  /// ``next(_:)`` with the error of an operation.
  package func incremented(
    _ increment: VersionIncrement
  ) throws(OperationError) -> SemanticVersion {
    try operationError { () throws(VersionError) in try next(increment) }
  }
}

extension VersionRequirement {
  /// ``satisfiable()`` with the error of an operation.
  @discardableResult
  package func requireSatisfiable() throws(OperationError) -> VersionRequirement {
    try operationError { () throws(VersionError) in try satisfiable() }
  }
}

extension PrereleaseLabel {
  /// ``init(parsing:)`` with the error of an operation.
  package init(_ text: String) throws(OperationError) {
    self = try operationError { () throws(VersionError) in try PrereleaseLabel(parsing: text) }
  }
}

extension Name {
  /// ``init(parsing:)`` with the error of an operation.
  package init(_ text: String) throws(OperationError) {
    self = try operationError { () throws(VersionError) in try Name(parsing: text) }
  }
}

extension ComponentName {
  /// ``init(parsingOwn:)`` with the error of an operation.
  package init(own text: String) throws(OperationError) {
    self = try operationError { () throws(VersionError) in try ComponentName(parsingOwn: text) }
  }

  /// ``init(parsing:of:in:)`` with the error of an operation.
  package init(
    _ name: String,
    of scope: ScopeName,
    in own: ScopeName
  ) throws(OperationError) {
    self = try operationError { () throws(VersionError) in
      try ComponentName(parsing: name, of: scope, in: own)
    }
  }
}

/// Returns the result of `body`, and throws its error as that of an operation.
private func operationError<Result>(
  _ body: () throws(VersionError) -> Result
) throws(OperationError) -> Result {
  do {
    return try body()
  } catch {
    throw OperationError(error)
  }
}

extension OperationError {
  /// Converts an error of `Versions`, whose code, message and help are kept.
  package init(_ error: VersionError) {
    self.init(Self.code(of: error), error.message, help: error.help)
  }

  private static func code(of error: VersionError) -> Code {
    switch error.code {
    case .versionTooLong: .versionTooLong
    case .invalidPrerelease: .invalidPrerelease
    case .invalidName: .invalidName
    case .unsatisfiableRequirement: .unsatisfiableRequirement
    default: .invalidVersion
    }
  }
}
