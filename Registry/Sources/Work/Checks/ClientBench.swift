import Apps
import Base
import Content
import Git
import ManifestEditor
import Model
import SemverRules
import Versions

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
    progress: @Sendable (String) -> Void,
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
    let manifest = try workspace.packageManifest(in: tree, at: .root)
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
      let manifest = try PackageManifestFile(
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
