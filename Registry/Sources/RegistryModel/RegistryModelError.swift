package import Versioning

/// Why registry data was refused, with the place in the file.
package struct RegistryModelError: Error, Hashable, Sendable {
  /// The kind of refusal; more may be added, so a `switch` over it needs a `default`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let malformedJSON = Code(rawValue: "malformed-json")
    package static let mergeConflict = Code(rawValue: "merge-conflict")
    package static let duplicateKey = Code(rawValue: "duplicate-key")
    package static let unknownKey = Code(rawValue: "unknown-key")
    package static let missingKey = Code(rawValue: "missing-key")
    package static let wrongType = Code(rawValue: "wrong-type")
    package static let unknownSchema = Code(rawValue: "unknown-schema")
    package static let invalidValue = Code(rawValue: "invalid-value")
    package static let invalidPath = Code(rawValue: "invalid-path")
    package static let collision = Code(rawValue: "collision")
    package static let unknownComponent = Code(rawValue: "unknown-component")
    package static let unknownScaffold = Code(rawValue: "unknown-scaffold")
    package static let unknownLayer = Code(rawValue: "unknown-layer")
    package static let layerCycle = Code(rawValue: "layer-cycle")
    package static let conflictingRecords = Code(rawValue: "conflicting-records")
    package static let unknownRelease = Code(rawValue: "unknown-release")
    package static let tooLarge = Code(rawValue: "too-large")
  }

  package let code: Code
  /// A lower-case fragment that names the offending value in single quotes.
  package let message: String
  /// What the person can do, if there is something.
  package let help: String?
  /// The file that was read; `nil` for a value that is not in a file.
  package private(set) var file: String?
  /// Counted from 1.
  package private(set) var line: Int?
  /// As in `components.ChefSourcing.version`; `nil` for the whole file.
  package private(set) var keyPath: String?

  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  package init(_ error: VersioningError) {
    self.init(Code(rawValue: error.code.rawValue), error.message, help: error.help)
  }

  func at(
    file: String,
    line: Int?,
    keyPath: JSONKeyPath = .root
  ) -> RegistryModelError {
    var error = self
    error.file = file
    error.line = line
    error.keyPath = keyPath == .root ? nil : keyPath.description
    return error
  }
}

extension RegistryModelError: CustomStringConvertible {
  package var description: String {
    var place = ""
    if let file { place += line.map { "\(file):\($0): " } ?? "\(file): " }
    if let keyPath { place += "\(keyPath): " }
    return place + message + (help.map { "\nhelp: \($0)" } ?? "")
  }
}
