package import ManifestEditor
package import Versions

// The libraries throw errors of their own, and operations throw `OperationError`: this converts the
// former, and reads the same texts with the latter.

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

extension OperationError {
  /// Converts an error of `ManifestEditor`, with its message and place; for a computed path, the help also
  /// names the option that lets the toolchain run the manifest.
  package init(_ error: ManifestError) {
    let isPlaced = error.file != nil || error.position != nil
    self.init(
      Self.code(of: error),
      error.message,
      help: error.code == .computedPath
        ? error.help.map {
          "\($0), or let the toolchain run such manifests: 'registry init --evaluate'"
        } : error.help,
      at: isPlaced ? SourcePlace(file: error.file, at: error.position) : nil
    )
  }

  private static func code(of error: ManifestError) -> Code {
    switch error.code {
    case .invalidToolsVersion: .invalidToolsVersion
    case .computedPath, .computed: .tooDynamic
    case .unversionedDependency: .unversionedDependency
    case .unsafeFlags: .unsafeFlags
    case .parserBusy: .parserBusy
    case .invalidDump: .notEvaluated
    case .invalidEdits: .invalidEdits
    default: .malformed
    }
  }
}

extension [SourceEdit] {
  /// `bytes` with all edits done: ``Swift/Array/applying(_:)`` with the error of an operation.
  package func applied(to bytes: [UInt8]) throws(OperationError) -> [UInt8] {
    do {
      return try bytes.applying(self)
    } catch {
      throw OperationError(error)
    }
  }
}
