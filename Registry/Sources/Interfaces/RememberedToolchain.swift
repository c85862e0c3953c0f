import APICompatibility
import GitValues
import PublishedForm
import RegistryModel
import Versioning
package import Workspace

/// The comparisons and builds of one run, by their inputs: commits that do not change these leave
/// the results valid.
package final class ToolchainMemory: Sendable {

  package init() {}

  /// What a client's build depends on: all of its releases, without date and source.
  fileprivate struct Client: Hashable {
    struct Content: Hashable {
      let version: SemanticVersion
      let form: ReleaseForm
      let requires: [ComponentName: VersionRequirement]
      let edits: [TreePath: [SourceEdit]]

      init(_ release: Release) throws {
        version = release.version
        form = try ReleaseForm(of: release)
        requires = release.requires
        edits = release.edits
      }
    }

    let component: ComponentName
    let scope: ScopeName
    let release: Content
    let dependencies: [ComponentName: Content]
    let platforms: [BuildPlatform]

    init(_ layout: ClientLayout) throws {
      (component, scope) = (layout.component, layout.scope)
      platforms = layout.platforms
      release = try Content(layout.release)
      dependencies = try layout.dependencies.mapValues { try Content($0) }
    }
  }

  fileprivate let platforms = Remembered<ComponentLayout, Bool>()
  fileprivate let comparisons = Remembered<ComparisonRequest, InterfaceComparison>()
  fileprivate let exposedModules = Remembered<ComponentLayout, Set<String>?>()
  fileprivate let clients = Remembered<Client, Bool>()
  fileprivate let builds = Remembered<ComponentLayout, Bool>()
  fileprivate let tests = Remembered<ComponentLayout, Bool>()

  fileprivate func checkPlatforms(
    of layout: ComponentLayout,
    _ checking: any PlatformChecking,
    isLocked: Bool,
    in workspace: borrowing Workspace
  ) throws {
    _ = try platforms.answer(layout, isLocked: isLocked) {
      try checking.checkPlatforms(of: layout, in: workspace)
      return true
    }
  }
}

/// Compares with another implementation, and nothing twice.
package struct RememberedInterfaces: InterfaceComparing {
  package let memory: ToolchainMemory
  package let comparing: any InterfaceComparing
  /// Whether others wait, so that only known results may be used.
  package let isLocked: Bool

  package init(memory: ToolchainMemory, comparing: any InterfaceComparing, isLocked: Bool) {
    self.memory = memory
    self.comparing = comparing
    self.isLocked = isLocked
  }

  package func checkPlatforms(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws {
    try memory.checkPlatforms(of: layout, comparing, isLocked: isLocked, in: workspace)
  }

  package func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    guard !isLocked else { return }
    try comparing.prepare(
      comparisons.filter { memory.comparisons.answer($0) == nil },
      in: workspace,
      progress: progress
    )
  }

  package func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> InterfaceComparison {
    try memory.comparisons.answer(ComparisonRequest(from: old, to: new), isLocked: isLocked) {
      try comparing.comparison(from: old, to: new, in: workspace, progress: progress)
    }
  }

  package func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>? {
    try memory.exposedModules.answer(layout, isLocked: isLocked) {
      try comparing.exposedModules(of: layout, in: workspace, progress: progress)
    }
  }
}

/// Builds with another implementation, and nothing twice.
package struct RememberedBuilds: ComponentBuilding {
  package let memory: ToolchainMemory
  package let building: any ComponentBuilding
  /// Whether others wait, so that only known results may be used.
  package let isLocked: Bool

  package init(memory: ToolchainMemory, building: any ComponentBuilding, isLocked: Bool) {
    self.memory = memory
    self.building = building
    self.isLocked = isLocked
  }

  package func checkPlatforms(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws {
    try memory.checkPlatforms(of: layout, building, isLocked: isLocked, in: workspace)
  }

  package func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Bool {
    try memory.clients.answer(ToolchainMemory.Client(layout), isLocked: isLocked) {
      try building.build(layout, in: workspace, progress: progress)
    }
  }

  package func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    _ = try memory.builds.answer(layout, isLocked: isLocked) {
      try building.buildAlone(layout, in: workspace, progress: progress)
      return true
    }
  }

  package func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    _ = try memory.tests.answer(layout, isLocked: isLocked) {
      try building.test(layout, in: workspace, progress: progress)
      return true
    }
  }
}
