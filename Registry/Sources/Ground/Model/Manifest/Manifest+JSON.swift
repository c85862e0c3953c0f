import Base
import Git
import Versions

extension Manifest {
  enum Key: String, AppListingKey {
    case schemaLocation = "$schema"
    case apps
    case build
    case changelogs
    case components
    case exceptions
    case exclude
    case groups
    case history
    case layers
    case license
    case manifests
    case mirrorAuthor
    case publish
    case release
    case repositories
    case requirements
    case rootFiles
    /// The former name of `apps`.
    case scaffolds
    case schema
    case scope
    case signing
    case signingRoots
    case uploadScopes
    case versionFiles
  }

  /// A line for each layer, exception, baseline, platform, requirement and pin; several for each component and
  /// group.
  static let layout = JSONLayout { keys in
    switch keys.first {
    case Key.layers.rawValue: keys.count == 2
    case Key.exceptions.rawValue: keys.count == 3
    case Key.components.rawValue:
      keys.count == 4
        || (keys.count == 3
          && [Component.Key.baseline, .build].contains { $0.rawValue == keys.last })
    case Key.build.rawValue: true
    case Key.apps.rawValue, Key.scaffolds.rawValue: keys.count == 4
    default: false
    }
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [
      .components: .names(components.mapValues(\.json)),
      .schema: .integer(Self.schema),
      .scope: .string(scope.text),
    ]
    members[.build] = BuildPlatform.json(platforms)
    if changelogs != .repository { members[.changelogs] = .string(changelogs.rawValue) }
    members[.schemaLocation] = schemaLocation.map { .string($0) }
    if !exceptions.isEmpty {
      members[.exceptions] = .names(exceptions.mapValues { .names($0.mapValues(\.json)) })
    }
    if !excluded.isEmpty { members[.exclude] = .array(excluded.map { .string($0) }) }
    if !groups.isEmpty { members[.groups] = .names(groups.mapValues(\.json)) }
    if hasFullHistory { members[.history] = .string(Self.fullHistory) }
    if !layers.isEmpty { members[.layers] = .names(layers.mapValues(\.json)) }
    if !needsLicences { members[.license] = .noLicence }
    if evaluatesManifests { members[.manifests] = .string(Self.evaluated) }
    members[.mirrorAuthor] = mirrorAuthor.map { .string($0.description) }
    if !publishTargets.isEmpty { members[.publish] = .names(publishTargets.mapValues(\.json)) }
    if release != .public { members[.release] = .string(release.rawValue) }
    members[.repositories] = repositories.map { .string($0.description) }
    if requirementStyle != .compatible {
      members[.requirements] = .string(requirementStyle.rawValue)
    }
    if !rootFiles.isEmpty {
      members[.rootFiles] = .array(rootFiles.map { .string($0.description) })
    }
    if !apps.isEmpty { members[appsKey.key()] = .names(apps.mapValues(\.json)) }
    if requiresSignatures { members[.signing] = .string(Self.requiredSigning) }
    if !signingRoots.isEmpty {
      members[.signingRoots] = .array(signingRoots.map { .string($0.description) })
    }
    if !uploadScopes.isEmpty {
      members[.uploadScopes] = .array(uploadScopes.map(JSONValue.string))
    }
    if !versionFileRules.isEmpty {
      members[.versionFiles] = .array(versionFileRules.map(\.json))
    }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    // Before anything else is judged: all of it may be different in a schema of another number.
    try object.required(.schema).check(is: Self.schema)
    try object.refuseOthers()
    schemaLocation = try object[.schemaLocation]?.string()
    scope = try ScopeName(object.required(.scope))
    components = try Self.named(object.required(.components), Component.init)
    layers = try Self.named(object[.layers], Layer.init)
    appsKey = try AppsKey(of: object)
    apps = try Self.named(object[appsKey.key()], App.init)
    mirrorAuthor = try object[.mirrorAuthor]?.parse(MirrorAuthor.init(_:))
    repositories = try object[.repositories]?.repositoryTemplate()
    changelogs = try object[.changelogs]?.choice() ?? .repository
    release = try object[.release]?.choice() ?? .public
    platforms = try object[.build].map(BuildPlatform.list) ?? []
    requirementStyle = try object[.requirements]?.choice() ?? .compatible
    rootFiles = try object[.rootFiles].map(Self.rootFiles) ?? []
    needsLicences = try object[.license]?.needsLicence() ?? true
    exceptions = try Self.named(object[.exceptions]) { field throws(OperationError) in
      try Self.named(field, LayerException.init)
    }
    excluded = try object[.exclude]?.strings() ?? []
    groups = try Self.named(object[.groups], Group.init)
    evaluatesManifests =
      try object[.manifests]?.isWord(Self.evaluated, or: "parse", "reading of manifests") ?? false
    publishTargets = try Self.named(object[.publish], PublishTarget.init)
    hasFullHistory = try object[.history]?.isWord(Self.fullHistory, or: "none", "history") ?? false
    requiresSignatures =
      try object[.signing]?.isWord(Self.requiredSigning, or: "optional", "signing") ?? false
    for entry in try object[.signingRoots]?.array() ?? [] {
      signingRoots.append(try entry.parse(TreePath.init(recorded:)))
    }
    for entry in try object[.uploadScopes]?.array() ?? [] {
      uploadScopes.append(try entry.parse(Self.scopes))
    }
    versionFileRules = try object[.versionFiles]?.list(VersionFileRule.init) ?? []
    try ManifestCheck(manifest: self, root: field).run()
  }

  private static let fullHistory = "full"
  private static let requiredSigning = "required"
  static let evaluated = "evaluate"

  private static func scopes(_ text: String) throws(OperationError) -> String {
    // What is a name with letters in place of any characters.
    _ = try ScopeName(text.replacing("*", with: "a"))
    return text.lowercased()
  }

  private static func rootFiles(_ field: JSONField) throws(OperationError) -> [TreePath] {
    var paths: [TreePath] = []
    for entry in try field.array() {
      let path = try entry.parse(TreePath.init(recorded:))
      guard path.names.count == 1 else {
        throw entry.failure(
          .invalidPath,
          "invalid root file '\(path)', expected the name of a file in the root of the repository"
        )
      }
      guard !paths.contains(where: { $0.collisionKey == path.collisionKey }) else {
        throw entry.failure(.collision, "root file '\(path)' is listed twice")
      }
      paths.append(path)
    }
    return paths
  }

  private static func named<Role, Value>(
    _ field: JSONField?,
    _ read: (JSONField) throws(OperationError) -> Value
  ) throws(OperationError) -> [Name<Role>: Value] {
    var values: [Name<Role>: Value] = [:]
    var spellings: [String: String] = [:]
    for (key, entry) in try field?.entries() ?? [] {
      let name = try Name<Role>(key: key, of: entry)
      if let other = spellings.updateValue(key, forKey: name.collisionKey) {
        throw entry.failureAtKey(
          .collision,
          "\(Role.noun) name '\(key)' collides with '\(other)'",
          help: "names must differ in more than case, or '-' against '_'"
        )
      }
      values[name] = try read(entry)
    }
    return values
  }
}
