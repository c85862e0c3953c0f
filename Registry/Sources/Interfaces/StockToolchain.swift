import APICompatibility
import Versioning
package import Workspace

/// Builds components and compares their interfaces with the programs of the toolchain on the path.
package struct StockToolchain: Sendable {
  let toolchain = ToolchainOnPath()
  let sdks = AppleSDKs()
  /// Whether the verb can do without the comparison.
  let isComparisonOptional: Bool

  /// - Parameter isComparisonOptional: Whether the verb has the option `--no-api-check`.
  package init(isComparisonOptional: Bool = true) {
    self.isComparisonOptional = isComparisonOptional
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
        try build.build(of: layout.component, progress)
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
      try $0.build(of: layout.component, progress)
    }
  }

  package func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    let name = layout.component
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
    of component: ComponentName,
    _ progress: @Sendable (String) -> Void
  ) throws {
    let task = "building \(component)\(target.words)"
    progress(task)
    try build { progress("\(task): \($0)") }
  }
}
