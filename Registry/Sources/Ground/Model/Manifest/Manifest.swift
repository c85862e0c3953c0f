package import Base
package import Git
package import Versions

/// The contents of `manifest.json`, without its layout.
package struct Manifest: Hashable, Sendable {
  /// The version of the format, the only one there is.
  package static let schema = 1

  /// The scope under which the components are offered to other repositories.
  package var scope: ScopeName
  /// Patterns of further scopes that packages may be uploaded in.
  package var uploadScopes: [String] = []
  package var components: [ComponentName: Component]
  package var layers: [LayerName: Layer]
  package var apps: [AppName: App]
  /// The place of the changelogs of all components.
  package var changelogs = ChangelogPlacement.repository
  /// The users that releases are for, unless a component says otherwise.
  package var release = ReleaseKind.public
  /// The platforms that components are built for, unless one lists its own; none for those that its
  /// `Package.swift` declares.
  package var platforms: [BuildPlatform] = []
  /// The URLs of the components' own git repositories; `nil` if they have none.
  package var repositories: RepositoryTemplate?
  /// The author of the commits in mirrors that show releases from now on; `nil` for the default.
  package var mirrorAuthor: MirrorAuthor?
  /// Whether those repositories have the history of their components, beside the releases.
  package var hasFullHistory = false
  /// Whether the toolchain may run the packages' manifests that compute what a release needs.
  package var evaluatesManifests = false
  /// The requirements that releases record for dependencies without one in the manifest.
  package var requirementStyle = RequirementStyle.compatible
  /// The files of the root that each component is published with if it has none of its own.
  package var rootFiles: [TreePath]
  /// Whether components need a licence file, unlike private code.
  package var needsLicences = true
  /// Dependencies that the layers forbid and that are accepted, by dependent and dependency.
  package var exceptions: [ComponentName: [ComponentName: LayerException]] = [:]
  /// Patterns as in `.gitignore` of the folders whose packages are not to be components.
  package var excluded: [String] = []
  /// The groups by name; each component is in one group at most.
  package var groups: [GroupName: Group] = [:]
  /// The registries that releases are published to.
  package var publishTargets: [PublishTargetName: PublishTarget] = [:]
  /// Whether a release that is not signed is refused.
  package var requiresSignatures = false
  /// Files of the repository with the certificates that signatures must lead to.
  package var signingRoots: [TreePath] = []
  /// The files of all components that releases write their versions into, beside those that each lists.
  package var versionFileRules: [VersionFileRule] = []
  /// The place of the JSON Schema, for editors; it has no other meaning.
  package var schemaLocation: String?

  package init(
    scope: ScopeName,
    components: [ComponentName: Component] = [:],
    layers: [LayerName: Layer] = [:],
    apps: [AppName: App] = [:],
    rootFiles: [TreePath] = [],
    schemaLocation: String? = nil
  ) {
    self.scope = scope
    self.components = components
    self.layers = layers
    self.apps = apps
    self.rootFiles = rootFiles
    self.schemaLocation = schemaLocation
  }

  /// Whether packages of the scope may be uploaded, or are the repository's own.
  package func accepts(_ scope: ScopeName) -> Bool {
    scope.key == self.scope.key || uploadScopes.contains { Wildcards.match(scope.key, $0) }
  }

  /// Whether a component without a licence file is worth a warning.
  package func needsLicence(_ name: ComponentName) -> Bool {
    needsLicences && components[name]?.needsLicence != false
  }

  /// The URL of a component's own git repository; `nil` if it is not known.
  package func repository(of name: ComponentName) -> RepositoryURL? {
    components[name]?.repository ?? repositories?.url(of: name)
  }

  /// The URL of a component's own git repository, as the operator of this registry has set it.
  ///
  /// The URL of all components is not that of one whose releases were all published over HTTP: its
  /// publisher chose the name.
  package func repository(
    of name: ComponentName,
    with releases: [Release]
  ) -> RepositoryURL? {
    if let own = components[name]?.repository { return own }
    let isOnlyPublished = !releases.isEmpty && releases.allSatisfy(\.isUploaded)
    return isOnlyPublished ? nil : repositories?.url(of: name)
  }

  /// The component of that name; throws with the nearest name where there is none.
  package func component(
    named text: String
  ) throws(OperationError) -> (name: ComponentName, component: Component) {
    guard let name = try? ComponentName(text), let component = components[name] else {
      if let group = ComponentGroups(self).group(named: text) {
        throw OperationError(
          .unknownComponent,
          "'\(group.name)' is a group, expected one component",
          help: "its components: \(group.members.map(\.text).joined(separator: ", "))"
        )
      }
      if let (name, version) = meant(by: text) {
        let meant = name.text + (version.map { " \($0)" } ?? "")
        throw Self.unknown(.unknownComponent, "component", text, meant: meant)
      }
      throw Self.unknown(.unknownComponent, "component", text, in: components.keys.map(\.text))
    }
    return (name, component)
  }

  /// The app of that name; throws with the nearest name where there is none.
  package func app(
    named text: String
  ) throws(OperationError) -> (name: AppName, app: App) {
    guard let name = try? AppName(text), let app = apps[name] else {
      throw Self.unknown(.unknownApp, "app", text, in: apps.keys.map(\.text))
    }
    return (name, app)
  }

  static func unknown(
    _ code: OperationError.Code,
    _ noun: String,
    _ text: String,
    meant: String? = nil,
    in known: [String] = []
  ) -> OperationError {
    let help =
      (meant ?? Suggestion.nearest(to: text, in: known)).map { "did you mean '\($0)'?" }
      ?? (known.isEmpty
        ? "the manifest lists no \(noun)" : "known: \(known.sorted().joined(separator: ", "))")
    return OperationError(code, "unknown \(noun) \(quoted(text))", help: help)
  }
}

extension Manifest {
  /// The component that a person means by its folder, or by its name with a version behind it; `nil`
  /// if it is neither.
  func meant(by text: String) -> (name: ComponentName, version: Substring?)? {
    let parts = text.split(separator: /[=@]/, maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let name = try? ComponentName(String(parts[0])), components[name] != nil {
      return (name, parts[1])
    }
    let folder = text.hasSuffix("/") ? String(text.dropLast()) : text
    return components.first { $1.path.description == folder }.map { ($0.key, nil) }
  }
}

extension Manifest {
  /// The component of that name, those of the group of that name, or those that a pattern matches,
  /// by name.
  ///
  /// - Parameter text: `*` matches any characters, `?` one; no name has either.
  /// - Throws: Where there is none.
  package func components(
    matching text: String
  ) throws(OperationError) -> [ComponentName] {
    if let group = ComponentGroups(self).group(named: text) { return group.members }
    guard Wildcards.areIn(text) else {
      guard let name = try? ComponentName(text), components[name] != nil else {
        let known = components.keys.map(\.text) + groups.keys.map(\.text)
        let meant = meant(by: text)?.name.text
        throw Self.unknown(.unknownComponent, "component", text, meant: meant, in: known)
      }
      return [name]
    }
    let found = components.keys.filter { Wildcards.match($0.text, text) }
    guard !found.isEmpty else {
      throw OperationError(.unknownComponent, "no component matches \(quoted(text))")
    }
    return found.sorted()
  }
}

extension Manifest {
  enum Key: String, JSONKey {
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
    case Key.apps.rawValue: keys.count == 4
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
    if !apps.isEmpty { members[.apps] = .names(apps.mapValues(\.json)) }
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
    apps = try Self.named(object[.apps], App.init)
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
