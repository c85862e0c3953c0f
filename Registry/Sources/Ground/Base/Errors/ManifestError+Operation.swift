package import ManifestEditor

// `ManifestEditor` throws errors of its own, and operations throw `OperationError`.

extension OperationError {
  /// Converts an error of `ManifestEditor`, whose message and place are kept.
  ///
  /// What is computed can be read by running it, if the registry may do that.
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
