import Base
package import Git
package import Versions

/// The manifest entry of a component.
package struct Component: Hashable, Sendable {
  /// The folder of its `Package.swift`, from the root of the repository.
  package var path: TreePath
  /// `nil` if no layer's rules apply to it.
  package var layer: LayerName?
  /// The greatest release when the manifest was written; `nil` if there was none.
  ///
  /// The current release is the greatest in the log: a backport does not change this version, and a
  /// merge may restore a smaller one.
  package var version: SemanticVersion?
  /// The URL of its own git repository, if it is not that of the manifest's template.
  package var repository: RepositoryURL?
  /// The version that it starts from; unused after its first release.
  package var baseline: Baseline?
  /// The requirements that a release records, instead of `from` the dependency's current release.
  package var requires: [ComponentName: VersionRequirement]
  /// Whether it is never released, such as test helpers.
  package var isPrivate: Bool
  /// Whom its releases are for, if not for those that the manifest names for all.
  package var release: ReleaseKind?
  /// What it is built for, if not for what the manifest names for all.
  package var platforms: [BuildPlatform]?
  /// Whether it needs a licence file, unlike private code.
  package var needsLicence = true
  /// The files that a release writes its version into.
  package var versionFiles: [VersionFile] = []

  package init(
    path: TreePath,
    layer: LayerName? = nil,
    version: SemanticVersion? = nil,
    baseline: Baseline? = nil,
    requires: [ComponentName: VersionRequirement] = [:],
    isPrivate: Bool = false,
    release: ReleaseKind? = nil
  ) {
    self.path = path
    self.layer = layer
    self.version = version
    self.baseline = baseline
    self.requires = requires
    self.isPrivate = isPrivate
    self.release = release
  }
}

extension Component {
  enum Key: String, JSONKey {
    case baseline
    case build
    case layer
    case license
    case path
    case isPrivate = "private"
    case release
    case repository
    case requires
    case version
    case versionFiles
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [.path: .string(path.description)]
    members[.layer] = layer.map { .string($0.text) }
    members[.repository] = repository.map { .string($0.description) }
    members[.baseline] = baseline.map(\.json)
    members[.build] = platforms.flatMap(BuildPlatform.json)
    members[.version] = version.map { .string($0.description) }
    if isPrivate { members[.isPrivate] = .bool(true) }
    members[.release] = release.map { .string($0.rawValue) }
    if !needsLicence { members[.license] = .noLicence }
    if !requires.isEmpty { members[.requires] = .names(requires.mapValues(\.json)) }
    if !versionFiles.isEmpty { members[.versionFiles] = .array(versionFiles.map(\.json)) }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    let pathField = try object.required(.path)
    path = try pathField.parse(TreePath.init(recorded:))
    if path == .root {
      throw pathField.failure(
        .invalidPath,
        "invalid path '.', expected a folder below the root",
        help: "the folder of a component must not contain the registry's own data"
      )
    }
    layer = try object[.layer].map(LayerName.init)
    version = try object[.version]?.version()
    repository = try object[.repository]?.repositoryURL()
    isPrivate = try object[.isPrivate]?.bool() ?? false
    release = try object[.release]?.choice()
    if isPrivate, let field = object[.release] {
      throw field.failure(
        .invalidValue,
        "a private component is never released, so that it has no \"release\"",
        help: "remove \"release\" or \"private\""
      )
    }
    needsLicence = try object[.license]?.needsLicence() ?? true
    baseline = try object[.baseline].map(Baseline.init)
    platforms = try object[.build].map(BuildPlatform.list)
    requires = [:]
    for (key, value) in try object[.requires]?.entries() ?? [] {
      requires[try ComponentName(key: key, of: value)] = try VersionRequirement(value)
    }
    if let list = object[.versionFiles] {
      versionFiles = try list.distinct({ _ in "the same file and pattern are" }, VersionFile.init)
    }
  }
}
