import Apps
import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
import SemverRules
package import Versions

/// A folder in which releases are built as a client builds them: as versioned dependencies of a
/// small package, from local repositories instead of a registry.
struct ClientBench {
  private let folder: String
  private let scratch: String

  private init(_ layout: AppLayout) {
    (folder, scratch) = (layout.folder, layout.build)
  }

  /// Lends the client of a release to `body`, with the products that it uses.
  static func with<Result>(
    _ layout: ClientLayout,
    _ toolchain: Toolchain,
    for target: BuildTarget,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void,
    _ body: (PackageBuild, [String]) throws -> Result
  ) throws -> Result {
    let task = "a build of '\(layout.component)'"
    return try Bench(named: "client", toolchain: toolchain, target: target)
      .with(for: task, in: workspace, progress: progress) { place in
        let client = try ClientBench(place).client(of: layout, for: target, in: workspace)
        try client.write()
        return try body(
          PackageBuild(
            toolchain: toolchain,
            target: target,
            package: client.folder,
            scratch: client.scratch,
            root: "\(client.scratch)/checkouts/\(client.subject.identity)"
          ),
          client.products
        )
      }
  }

  private func client(
    of layout: ClientLayout,
    for target: BuildTarget,
    in workspace: borrowing Workspace
  ) throws -> ClientPackage {
    // The compiler gets the version: under a constant one, it compiles only what changed.
    let subject = try offer(
      layout.release,
      of: layout.component,
      as: SemanticVersion(layout.release.version.major, 0, 0),
      layout.scope,
      from: workspace
    )
    var packages = [layout.component: subject]
    for (name, release) in layout.dependencies {
      packages[name] = try offer(
        release,
        of: name,
        as: release.version,
        layout.scope,
        from: workspace
      )
    }
    let tree = layout.release.tree
    let manifest = try workspace.packageManifest(in: tree, at: layout.path)
    return ClientPackage(
      folder: "\(folder)/client",
      scratch: scratch,
      subject: subject,
      products: try products(of: layout.component, layout.release, in: workspace.repository),
      packages: packages.sorted { $0.key < $1.key }.map(\.value),
      system: target.applePlatform.flatMap { name in
        manifest?.platforms[name].map { ClientPackage.System(name: name, version: $0) }
      },
      registries: try workspace.content(
        of: TreePath(ClientPackage.registriesPath),
        in: tree
      )
    )
  }

  private func offer(
    _ release: Release,
    of component: ComponentName,
    as version: SemanticVersion,
    _ scope: ScopeName,
    from workspace: borrowing Workspace
  ) throws -> ClientPackage.Dependency {
    let identity = component.identity(in: scope)
    let repository = ReleaseRepository(path: "\(folder)/repositories/\(identity)")
    return ClientPackage.Dependency(
      identity: identity,
      version: version,
      repository: repository.path,
      revision: try repository.offer(
        release,
        of: component,
        as: version,
        from: workspace.repository
      )
    )
  }

  /// The libraries and programs that all manifests of the release declare: the toolchain decides
  /// which of them it reads.
  private func products(
    of component: ComponentName,
    _ release: Release,
    in repository: borrowing Repository
  ) throws -> [String] {
    let manifests = try PublishedRelease(component: component, release: release)
      .manifests(from: repository)
    var common: Set<String>?
    for (name, bytes) in manifests {
      let manifest = try LocatedManifest(
        surveying: bytes,
        fileName: name.name,
        packagePath: .root
      )
      let usable = manifest.products.filter { $0.kind != .plugin }.map(\.name)
      common = common?.intersection(usable) ?? Set(usable)
    }
    return (common ?? []).sorted()
  }
}

/// A release with releases of all that it requires, directly or indirectly, as a client gets them.
package struct ClientLayout: Hashable, Sendable {
  package let component: ComponentName
  /// The path of its folder, from the root of the repository.
  package let path: TreePath
  package let release: Release
  /// The scope of the identities, under which clients depend on the releases.
  package let scope: ScopeName
  /// The releases of all other components, one of each.
  package let dependencies: [ComponentName: Release]
  /// The platforms that it is built for; none for those that its `Package.swift` declares.
  package let platforms: [BuildPlatform]
}

extension ClientLayout {
  /// A release, recorded or about to be, with releases of what it requires.
  package init(
    of component: ComponentName,
    _ release: Release,
    with choice: ReleasedDependencies.Choice,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    self.component = component
    self.release = release
    path = state.manifest.components[component]?.path ?? .root
    scope = state.manifest.scope
    platforms = state.manifest.platforms(of: component)
    dependencies = try ReleasedDependencies(
      component: component,
      requires: release.requires,
      state: state
    ).releases(choice, in: workspace)
  }
}

/// A bare repository that offers one release of one component, in published form, under a version.
///
/// It contains all objects of the release, so that it does not depend on the clone that they come
/// from.
struct ReleaseRepository {
  let path: String

  private static let branch = "refs/heads/main"

  /// Makes the release the only one that is offered, and returns its commit, the same for the same
  /// content.
  func offer(
    _ release: Release,
    of component: ComponentName,
    as version: SemanticVersion,
    from source: borrowing Repository
  ) throws -> ObjectID {
    let bare = BareRepository(path: path)
    try LocalFile.makeDirectories(LocalFile.parent(of: path))
    try bare.make()
    // The commit and the edited manifests belong to no history of the monorepo.
    let repository = try Repository.open(at: source.gitDirectory)
    try repository.storeInMemory()
    guard repository.contains(release.tree) else {
      // A dry run has the files that it edits in memory, where it may store these objects too.
      return try offer(release, of: component, as: version, in: bare, from: source)
    }
    return try offer(release, of: component, as: version, in: bare, from: repository)
  }

  private func offer(
    _ release: Release,
    of component: ComponentName,
    as version: SemanticVersion,
    in bare: BareRepository,
    from repository: borrowing Repository
  ) throws -> ObjectID {
    let commit = try commit(of: release, component, in: repository)
    let present = try bare.references()
    let tag = "refs/tags/\(version)"
    var changes = present.keys.filter { $0 != tag && $0 != Self.branch }
      .map { ReferenceChange($0, to: nil) }
    for name in [tag, Self.branch] where present[name] != commit {
      changes.append(ReferenceChange(name, to: commit))
    }
    try bare.apply(changes, present: present, from: repository)
    return commit
  }

  private func commit(
    of release: Release,
    _ component: ComponentName,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let tree = release.tree
    guard repository.contains(tree) else {
      throw OperationError(
        .missingTree,
        "the files of '\(component)' are not in this clone",
        help: repository.helpForMissing
      )
    }
    let published = try ReleaseForm(of: release).publishedTree(in: repository)
    let by = try Signature(
      name: "registry",
      email: "registry@localhost",
      time: GitTime(seconds: 0)
    )
    return try repository.writeCommit(
      tree: repository.edit(published, files: release.edits),
      parents: [],
      author: by,
      committer: by,
      message: "\(component)\n"
    )
  }
}

/// The small package that depends on a release by version, with the settings by which SwiftPM finds
/// all releases in local repositories.
struct ClientPackage {
  static let registriesPath = ".swiftpm/configuration/registries.json"

  /// A release as the package manager gets it.
  struct Dependency {
    /// Such as `cookr.ChefSourcing`.
    let identity: String
    let version: SemanticVersion
    /// The path of its repository.
    let repository: String
    let revision: ObjectID
  }

  /// An Apple system with its lowest version, such as iOS 17.
  struct System {
    let name: String
    let version: String
  }

  let folder: String
  let scratch: String
  /// The release that it depends on.
  let subject: Dependency
  /// The products that it uses, by name.
  let products: [String]
  /// The subject's and all that it requires.
  let packages: [Dependency]
  /// The system that it is built for, as the subject supports it; `nil` for the host.
  let system: System?
  /// The sources of packages in other scopes, if the subject configures them.
  let registries: [UInt8]?

  /// Writes the files that differ.
  func write() throws {
    try update("Package.swift", manifest)
    try update("Sources/Client/Client.swift", "// Only what it depends on counts.\n")
    try update(".swiftpm/configuration/mirrors.json", mirrors.compact)
    if let registries {
      try LocalFile.update("\(folder)/\(Self.registriesPath)", to: registries)
    } else {
      try LocalFile.remove("\(folder)/\(Self.registriesPath)")
    }
    try update("Package.resolved", resolution().compact)
    try forgetOtherContent()
    for package in packages { try keepTimes(of: package) }
  }

  private func update(_ file: String, _ text: String) throws {
    try LocalFile.update("\(folder)/\(file)", to: Array(text.utf8))
  }

  private var manifest: String {
    let uses = products.map { name in
      ".product(name: \(JSONValue.string(name).compact), package: \"\(subject.identity)\")"
    }
    return """
      // swift-tools-version: \(system?.name == "visionOS" ? "5.9" : "5.7")
      import PackageDescription

      let package = Package(
        name: "Client",\(platforms)
        dependencies: [.package(id: "\(subject.identity)", exact: "\(subject.version)")],
        targets: [.target(name: "Client", dependencies: [\(uses.joined(separator: ", "))])]
      )

      """
  }

  /// A client may support no older system than what it depends on.
  private var platforms: String {
    if let system {
      let isWhole = !system.version.contains(".")
      return "\n  platforms: [.\(system.name)(\"\(system.version)\(isWhole ? ".0" : "")\")],"
    }
    #if os(macOS)
      return "\n  platforms: [.macOS(\"\(CurrentProcess.systemVersion)\")],"
    #else
      return ""
    #endif
  }

  /// In place of the registry.
  private var mirrors: JSONValue {
    let entries = packages.map { package in
      JSONValue.object([
        "mirror": .string(package.repository), "original": .string(package.identity),
      ])
    }
    return .object(["object": .array(entries), "version": .integer(1)])
  }

  /// The chosen releases; SwiftPM's choices of other packages stay.
  private func resolution() throws -> JSONValue {
    let own = packages.map { package in
      JSONValue.object([
        "identity": .string(package.identity.lowercased()),
        "kind": .string("localSourceControl"),
        "location": .string(package.identity),
        "state": .object([
          "revision": .string(package.revision.hex), "version": .string("\(package.version)"),
        ]),
      ])
    }
    let path = "\(folder)/Package.resolved"
    let scope = Self.scope(of: subject.identity)
    let others = try Self.object(in: path)?["pins"].items.filter { pin in
      pin["identity"].text.map { Self.scope(of: $0) != scope } ?? false
    }
    return .object(["pins": .array((others ?? []) + own), "version": .integer(2)])
  }

  private static func scope(of identity: String) -> Substring {
    identity.lowercased()[...].prefix { $0 != "." }
  }

  /// Makes SwiftPM check out a release again whose version stayed and whose content did not, as
  /// after a failed build: it assumes that a version never changes.
  private func forgetOtherContent() throws {
    let path = "\(scratch)/workspace-state.json"
    guard var state = try Self.object(in: path) else { return }
    let revisions = Dictionary(
      packages.map { ($0.identity.lowercased(), $0.revision.hex) }
    ) { first, _ in first }
    let known = state["object"]["dependencies"].items
    let dependencies = known.map { dependency -> JSONValue in
      let checkout = dependency["state"]["checkoutState"]
      guard let identity = dependency["packageRef"]["identity"].text,
        let revision = revisions[identity], !checkout.isNull,
        checkout["revision"].text != revision
      else { return dependency }
      var other = dependency
      other["state"]["checkoutState"]["version"] = .string("0.0.0-forgotten")
      return other
    }
    guard dependencies != known else { return }
    state["object"]["dependencies"] = .array(dependencies)
    try LocalFile.update(path, to: Array(state.compact.utf8))
  }

  /// Makes the next checkout keep unchanged files, so that they are not compiled again.
  ///
  /// SwiftPM removes the permission to write, which changes a time that git compares by default.
  private func keepTimes(of package: Dependency) throws {
    let path = "\(scratch)/checkouts/\(package.identity)/.git/config"
    let setting = "\n[core]\n\ttrustctime = false\n"
    guard let bytes = try LocalFile.read(path) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.contains(setting) { try LocalFile.update(path, to: bytes + Array(setting.utf8)) }
  }

  /// A JSON file of SwiftPM; `nil` if it is missing, or cannot be read and has to be created again.
  private static func object(in path: String) throws -> JSONValue? {
    try LocalFile.read(path).flatMap { try? JSONValue(reading: $0, file: path) }
  }
}
