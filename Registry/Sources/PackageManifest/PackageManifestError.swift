/// Why a manifest cannot be read, or has no published form.
package struct PackageManifestError: Error, Hashable, Sendable {
  /// The kind of refusal, open for further ones.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// A word in camel case that stays the same for ever.
    package let rawValue: String

    /// Makes a code of this module or of a later version of it.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Not a Swift file at all: too large, not UTF-8, nested beyond reason or with syntax errors.
    package static let malformed = Code(rawValue: "malformed")

    /// No tools version, or one that the package manager does not take either.
    package static let invalidToolsVersion = Code(rawValue: "invalidToolsVersion")

    /// Something that matters is computed, and only running the manifest would tell.
    package static let tooDynamic = Code(rawValue: "tooDynamic")

    /// A path dependency that points outside the repository.
    package static let outsideRepository = Code(rawValue: "outsideRepository")

    /// A path dependency on something that is no component.
    package static let unknownComponent = Code(rawValue: "unknownComponent")

    /// A product that is built with a component that is never released.
    package static let privateComponent = Code(rawValue: "privateComponent")

    /// A name that two package dependencies answer to.
    package static let ambiguousReference = Code(rawValue: "ambiguousReference")

    /// A product that the package it is said to come from does not have.
    package static let unknownProduct = Code(rawValue: "unknownProduct")

    /// A published form that the tools version of the manifest cannot express.
    package static let toolsVersionTooOld = Code(rawValue: "toolsVersionTooOld")

    /// A dependency by branch or revision, which no release can have.
    package static let unversionedDependency = Code(rawValue: "unversionedDependency")

    /// Compiler flags that no package may have that others depend on by version.
    package static let unsafeFlags = Code(rawValue: "unsafeFlags")

    /// Perhaps a good manifest, but the threads that read manifests have no time for it now.
    package static let parserBusy = Code(rawValue: "parserBusy")

    /// A manifest that the toolchain does not evaluate, or not in time, or that does more than it should.
    package static let notEvaluated = Code(rawValue: "notEvaluated")

    /// Edits that do not fit the bytes they are applied to.
    package static let invalidEdits = Code(rawValue: "invalidEdits")
  }

  /// What a program can tell refusals apart by.
  package let code: Code

  /// A fragment in lower case that names the offending value.
  package let message: String

  /// The manifest's file name, if the fault is in a manifest.
  package let file: String?

  /// Where in the file.
  package let position: SourcePosition?

  /// What the person can do about it, where there is something.
  package let help: String?

  package init(
    _ code: Code,
    _ message: String,
    file: String? = nil,
    at position: SourcePosition? = nil,
    help: String? = nil
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.position = position
    self.help = help
  }

  static func syntaxError(at position: SourcePosition) -> PackageManifestError {
    PackageManifestError(
      .malformed,
      "syntax error",
      at: position,
      help: "'swift package dump-package' says what the compiler expects there"
    )
  }

  /// - Parameter kind: `branch` or `revision`.
  static func unversioned(_ kind: String, at position: SourcePosition) -> PackageManifestError {
    PackageManifestError(
      .unversionedDependency,
      "dependency by \(kind): a package that is released cannot depend on one that is not",
      at: position,
      help: "depend on a version of it, with 'from:' or 'exact:'"
    )
  }

  func located(at position: SourcePosition) -> PackageManifestError {
    PackageManifestError(code, message, file: file, at: position, help: help)
  }

  func located(in file: String) -> PackageManifestError {
    PackageManifestError(code, message, file: file, at: position, help: help)
  }
}

extension PackageManifestError: CustomStringConvertible {
  /// As compilers write it, `Package.swift:7:9: message`, with the help on a line of its own.
  package var description: String {
    let place = [file, position.map { "\($0)" }].compactMap(\.self).joined(separator: ":")
    let line = place.isEmpty ? message : "\(place): \(message)"
    return help.map { "\(line)\nhelp: \($0)" } ?? line
  }
}
