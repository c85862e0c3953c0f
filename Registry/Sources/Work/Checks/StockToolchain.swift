package import Model
import SemverRules
import Versions

/// Builds components and compares their interfaces with the programs of the toolchain on the path.
package struct StockToolchain: Sendable {
  let toolchain = ToolchainOnPath()
  let sdks = AppleSDKs()
  /// Whether the verb can do without the comparison.
  let isComparisonOptional: Bool
  let words: ComparisonWords

  /// - Parameter isComparisonOptional: Whether the verb has the option `--no-api-check`.
  package init(isComparisonOptional: Bool = true) {
    self.isComparisonOptional = isComparisonOptional
    words = .components
  }

  /// For a person's own package as it lies there.
  ///
  /// - Parameter revision: What it is compared with, as messages have it.
  package init(comparingWith revision: String) {
    isComparisonOptional = false
    words = .package(since: revision)
  }
}

/// How a comparison says which side does not build, and what to do.
enum ComparisonWords: Hashable, Sendable {
  case components
  case package(since: String)

  func old(_ name: String) -> String {
    switch self {
    case .components: "the release of '\(name)' that it is compared with does not build"
    case .package(let revision): "\(name) at '\(revision)' does not build"
    }
  }

  func new(_ name: String) -> String {
    switch self {
    case .components: "'\(name)' does not build"
    case .package: "\(name) as it lies here does not build"
    }
  }

  /// - Parameter errors: The first ones of the compiler or the package manager.
  func helpForOld(_ errors: String) -> String {
    switch self {
    case .components: "use '--no-api-check' to release without the comparison"
    case .package:
      cause(errors).map { "\($0), or name a later revision: 'registry check REVISION'" }
        ?? "name a later revision that builds: 'registry check REVISION'"
    }
  }

  func helpForNew(_ errors: String) -> String {
    switch self {
    case .components: "fix it, commit, and try again"
    case .package: cause(errors) ?? "fix it and try again; 'swift build' shows all errors"
    }
  }

  /// What to do about errors that come from around the package; `nil` for errors in it.
  private func cause(_ errors: String) -> String? {
    if errors.contains(#/using Swift tools version|requires? (?:a )?(?:minimum )?Swift/#) {
      return "select a newer toolchain"
    }
    if errors.contains(#/no such module '(?:\w+)'/#),
      AppleSystem.frameworks.contains(where: { errors.contains("no such module '\($0)'") })
    {
      return "run this on a Mac, since it needs a framework of Apple"
    }
    if errors.contains(
      #/[Ff]ailed to clone|[Cc]ould not resolve host|unable to access|[Ff]ailed downloading|fatal: /#
    ) {
      return "make its dependencies reachable, such as with 'swift package resolve'"
    }
    if errors.contains(#/doesn't exist in file system|cannot be accessed/#) {
      return "put the packages that it depends on by path into the repository"
    }
    return nil
  }
}

extension StockToolchain: ComponentBuilding {
  package func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Bool {
    let toolchain = try toolchain.get(orSkip: Self.skipsBuild)
    var hasProducts = true
    for target in try targets(of: layout, toolchain, in: workspace) {
      let isBuilt = try ClientBench.with(
        layout,
        toolchain,
        for: target,
        in: workspace,
        progress: progress
      ) { build, products in
        try build.build(of: layout.component.text, progress)
        return !products.isEmpty
      }
      hasProducts = hasProducts && isBuilt
    }
    return hasProducts
  }

  package func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    try withEachTarget(of: layout, in: workspace, progress: progress) {
      try $0.build(of: layout.name, progress)
    }
  }

  package func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    let name = layout.name
    try withEachTarget(of: layout, in: workspace, progress: progress) { build in
      let task =
        (build.target.runsHere ? "testing \(name)" : "building the tests of \(name)")
        + build.target.words
      progress(task)
      try build.test { progress("\(task): \($0)") }
    }
  }

  private func withEachTarget(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void,
    _ body: (PackageBuild) throws -> Void
  ) throws {
    let toolchain = try toolchain.get(orSkip: Self.skipsBuild)
    for target in try targets(of: layout, toolchain, in: workspace) {
      try Bench.with(layout, toolchain, for: target, in: workspace, progress: progress, body)
    }
  }

  private static let skipsBuild = "release without a build with '--verify none'"
}

extension PackageBuild {
  fileprivate func build(
    of component: String,
    _ progress: @Sendable (String) -> Void
  ) throws {
    let task = "building \(component)\(target.words)"
    progress(task)
    try build { progress("\(task): \($0)") }
  }
}
