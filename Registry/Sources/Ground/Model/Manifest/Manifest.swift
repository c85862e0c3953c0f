package import Base
package import Git
package import Versions

/// The contents of `manifest.json`, without its layout.
package struct Manifest: Hashable, Sendable {
  /// The version of the format, the only one there is.
  package static let schema = 1

  /// Under which the components are offered to other repositories.
  package var scope: ScopeName
  /// Patterns of further scopes that packages may be uploaded in.
  package var uploadScopes: [String] = []
  package var components: [ComponentName: Component]
  package var layers: [LayerName: Layer]
  package var apps: [AppName: App]
  /// The name of the key that lists them.
  package var appsKey = AppsKey.apps
  package var changelogs = ChangelogPlacement.repository
  /// Whom releases are for, unless a component says otherwise.
  package var release = ReleaseKind.public
  /// What components are built for, unless one says otherwise; none for what its `Package.swift` says.
  package var platforms: [BuildPlatform] = []
  /// Where the components' own git repositories are; `nil` where they have none.
  package var repositories: RepositoryTemplate?
  /// The author of the commits in mirrors that show releases from now on; `nil` for the default.
  package var mirrorAuthor: MirrorAuthor?
  /// Whether those repositories have the history of their components, beside the releases.
  package var hasFullHistory = false
  /// Whether the toolchain may run the packages' manifests that compute what a release needs.
  package var evaluatesManifests = false
  package var requirementStyle = RequirementStyle.compatible
  /// The files of the root that each component is published with if it has none of its own.
  package var rootFiles: [TreePath]
  /// Whether components need a licence file, unlike private code.
  package var needsLicences = true
  /// Dependencies that the layers forbid and that are accepted, by dependent and dependency.
  package var exceptions: [ComponentName: [ComponentName: LayerException]] = [:]
  /// Patterns as in `.gitignore` of the folders whose packages are not to be components.
  package var excluded: [String] = []
  /// Each component is in one group at most.
  package var groups: [GroupName: Group] = [:]
  /// The registries that releases are published to.
  package var publishTargets: [PublishTargetName: PublishTarget] = [:]
  /// Whether a release that is not signed is refused.
  package var requiresSignatures = false
  /// Files of the repository with the certificates that signatures must lead to.
  package var signingRoots: [TreePath] = []
  /// The files of all components that releases write their versions into, beside those that each lists.
  package var versionFileRules: [VersionFileRule] = []
  /// Where editors find the JSON Schema; of no meaning otherwise.
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

  /// Where a component's own git repository is; `nil` where that is not known.
  package func repository(of name: ComponentName) -> RepositoryURL? {
    components[name]?.repository ?? repositories?.url(of: name)
  }

  /// Where a component's own git repository is, if the operator of this registry says so.
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
