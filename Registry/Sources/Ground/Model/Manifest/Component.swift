import Base
package import Git
package import Versions

/// The manifest entry of a component.
package struct Component: Hashable, Sendable {
  /// The folder of its `Package.swift`, from the root of the repository; the root itself for a
  /// component that has what is left beside the others (``ComponentTrees``).
  package var path: TreePath
  /// `nil` if no layer's rules apply to it.
  package var layer: LayerName?
  /// The greatest release that was not withdrawn when the manifest was written; `nil` if there was none.
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
  /// The platforms that it is built for, if not those that the manifest names for all.
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
    path = try object.required(.path).parse(TreePath.init(recorded:))
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

/// The version that a component has reached without a release in this registry, and the commit with
/// that version: the next release starts from there.
package struct Baseline: Hashable, Sendable {
  package let version: SemanticVersion
  package let source: ObjectID
  /// The tag that names the version, which no release can have; `nil` if a person named it.
  package let tag: String?

  package init(version: SemanticVersion, source: ObjectID, tag: String? = nil) {
    (self.version, self.source, self.tag) = (version, source, tag)
  }
}

extension Baseline {
  enum Key: String, JSONKey {
    case source
    case tag
    case version
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [
      .source: .string(source.description), .version: .string(version.description),
    ]
    members[.tag] = tag.map { .string($0) }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    version = try object.required(.version).version()
    source = try object.required(.source).parse(ObjectID.init(recorded:))
    tag = try object[.tag]?.string()
  }
}

/// Where the changes of releases are listed.
package enum ChangelogPlacement: String, CaseIterable, Hashable, Sendable {
  /// In one file in the root of the repository, with a section for each component.
  case repository
  /// In a file in the folder of each component, which its releases contain.
  case components
}

/// Whom the releases of a component are for.
package enum ReleaseKind: String, CaseIterable, Hashable, Sendable {
  /// Everyone: releases have a published form, which can be archived, served and mirrored.
  case `public`
  /// The apps of the repository alone, which pin them.
  case `internal`
}

extension Manifest {
  /// Whom the next releases of a component are for.
  package func kind(of component: Component) -> ReleaseKind { component.release ?? release }

  /// The same by name; the default of the repository for a component that is not listed.
  package func kind(of name: ComponentName) -> ReleaseKind { components[name]?.release ?? release }
}

/// The requirement that releases record for the dependencies that the manifest has no requirement for.
package enum RequirementStyle: String, CaseIterable, Hashable, Sendable {
  /// All compatible versions: below 1.0.0, up to the next minor version.
  case compatible
  /// Up to the next major version, also below 1.0.0.
  case from
}

extension JSONValue {
  /// The only value of `"license"`: no licence file is needed.
  static let noLicence = JSONValue.string("none")
}

extension JSONField {
  /// What the value of `"license"` says.
  func needsLicence() throws(OperationError) -> Bool {
    let text = try string()
    guard JSONValue.string(text) == .noLicence else {
      throw failure(
        .invalidValue,
        "invalid license \(quoted(text)), expected 'none'",
        help: "a licence is a file: add it to the component's folder, or list it under "
          + "\"rootFiles\""
      )
    }
    return false
  }
}
