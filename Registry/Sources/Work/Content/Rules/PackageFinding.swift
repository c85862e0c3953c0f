package import Base
package import Git
package import ManifestEditor
package import Model
package import Versions

/// Something that prevents a release, or is worth knowing about a package.
package struct PackageFinding: Hashable, Sendable {
  /// The effect of a finding on a release.
  package enum Severity: String, CaseIterable, Hashable, Sendable {
    /// `bump`, `release` and `pin` refuse it.
    case error
    /// Something to fix that prevents no release.
    case warning
    /// A rule that an internal component has to meet before it can be published.
    case note
  }

  /// The rule, what breaks it, and what to do; the same that a refusal says.
  package let error: OperationError
  /// The component; `nil` if the finding concerns the whole repository.
  package var component: ComponentName?
  /// The place to show: what breaks the rule, or the folder that lacks something.
  package let place: Place
  /// Whether the rule is for published packages only.
  package private(set) var isForPublishing = false
  /// Whether the component is internal, so that such a rule does not bind it.
  private var isOfInternal = false

  /// A place in the repository, for people and for editors.
  package struct Place: Hashable, Sendable {
    /// A file or a folder, from the root of the repository.
    package let file: TreePath
    /// The line, counted from 1; `nil` for a whole file.
    package let line: Int?
    /// The column, counted from 1; `nil` for a whole line.
    package let column: Int?

    package init(_ file: TreePath, line: Int? = nil) {
      (self.file, self.line, column) = (file, line, nil)
    }

    package init(_ file: TreePath, _ position: SourcePosition?) {
      (self.file, line, column) = (file, position?.line, position?.column)
    }
  }

  package init(
    _ error: OperationError,
    of component: ComponentName? = nil,
    at place: Place
  ) {
    self.error = error
    self.component = component
    self.place = place
  }

  package init(
    _ error: OperationError,
    of component: ComponentName? = nil,
    in file: TreePath,
    line: Int? = nil
  ) {
    self.init(error, of: component, at: Place(file, line: line))
  }

  /// The name of the rule, which is the code of the error.
  package var rule: String { error.code.rawValue }

  /// The effect on a release: of a rule for published packages only, a note for internal
  /// components.
  package var severity: Severity {
    if isForPublishing, isOfInternal { return .note }
    return Self.warnings.contains(error.code) ? .warning : .error
  }

  /// The finding of a rule that binds only those components that are published.
  func forPublishing(_ kind: ReleaseKind) -> PackageFinding {
    var finding = self
    (finding.isForPublishing, finding.isOfInternal) = (true, kind == .internal)
    return finding
  }

  private static let warnings: Set<OperationError.Code> = [
    .appDependency, .noLicence, .ownRepository, .rootPackage, .unneededException,
  ]
}

extension PackageFinding.Place: CustomStringConvertible {
  /// `Components/Menu/Package.swift:12:5`, as compilers write it.
  package var description: String {
    ([file.description] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }
}

extension PackageFinding {
  /// Creates the finding of an error in a manifest of a package's folder.
  init(inManifest error: OperationError, of component: ComponentName? = nil, in folder: TreePath) {
    let file = (try? TreePath(error.place?.file ?? TreePath.packageManifest.string))
      .map(folder.appending)
    self.init(error.at(nil), of: component, at: Place(file ?? folder, error.place?.position))
  }

  func of(_ component: ComponentName) -> PackageFinding {
    var finding = self
    finding.component = component
    return finding
  }
}

extension [PackageFinding] {
  /// The findings, errors first, then by rule and place; each once.
  package var inOrder: [PackageFinding] {
    Set(self).sorted { $0.sortingKey < $1.sortingKey }
  }
}

extension PackageFinding {
  fileprivate var sortingKey: (Int, String, String, Int, Int, String) {
    let severity = Severity.allCases.firstIndex(of: severity) ?? 0
    let (line, column) = (place.line ?? 0, place.column ?? 0)
    return (severity, rule, place.file.string, line, column, error.message)
  }
}

extension LayerRules {
  /// The reason why a dependency is not allowed, and what to do; `nil` if it is allowed or
  /// accepted.
  ///
  /// - Parameter file: The name of the manifest for messages.
  package func refusal(
    of dependency: ComponentName,
    usedBy dependent: ComponentName,
    file: String
  ) -> OperationError? {
    guard case .forbidden(let violation, let ended) = verdict(of: dependent, on: dependency) else {
      return nil
    }
    let words =
      violation.isSideways
      ? "'\(dependent)' depends on '\(dependency)', which is in the same layer '\(violation.layer)'"
      : "'\(dependent)' depends on '\(dependency)', but the layer '\(violation.layer)' may not use"
        + " the layer '\(violation.other)'"
    let note = ended?.until.map { "; the exception for it ended on \($0)" } ?? ""
    return OperationError(
      violation.isSideways ? .sidewaysDependency : .layerViolation,
      words + note,
      help: violation.isSideways
        ? "move what both need to a layer below, or accept it under \"exceptions\" in '\(file)'"
        : "remove the dependency, or accept it under \"exceptions\" in '\(file)'"
    )
  }
}
