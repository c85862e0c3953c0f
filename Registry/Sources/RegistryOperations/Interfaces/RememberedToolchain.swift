import APICompatibility
import GitValues
import RegistryModel
import Versioning

/// What was compared and built in one run, by what it was made of: commits that change nothing of
/// that leave it as good as it was.
final class ToolchainMemory: Sendable {
  fileprivate struct Pair: Hashable {
    let old: ComponentLayout?
    let new: ComponentLayout
  }

  /// What a client's build follows from: all of its releases but where and when they were made.
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

    init(_ layout: ClientLayout) throws {
      (component, scope) = (layout.component, layout.scope)
      release = try Content(layout.release)
      dependencies = try layout.dependencies.mapValues { try Content($0) }
    }
  }

  fileprivate let comparisons = Remembered<Pair, InterfaceComparison>()
  fileprivate let exposedModules = Remembered<ComponentLayout, Set<String>?>()
  fileprivate let clients = Remembered<Client, Bool>()
  fileprivate let builds = Remembered<ComponentLayout, Bool>()
  fileprivate let tests = Remembered<ComponentLayout, Bool>()
}

/// Compares as another does, and never the same twice.
struct RememberedInterfaces: InterfaceComparing {
  let memory: ToolchainMemory
  let comparing: any InterfaceComparing
  /// Whether others wait, so that only what is known is answered.
  let isLocked: Bool

  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> InterfaceComparison {
    try memory.comparisons.answer(ToolchainMemory.Pair(old: old, new: new), isLocked: isLocked) {
      try comparing.comparison(from: old, to: new, in: workspace, progress: progress)
    }
  }

  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>? {
    try memory.exposedModules.answer(layout, isLocked: isLocked) {
      try comparing.exposedModules(of: layout, in: workspace, progress: progress)
    }
  }
}

/// Builds as another does, and never the same twice.
struct RememberedBuilds: ComponentBuilding {
  let memory: ToolchainMemory
  let building: any ComponentBuilding
  /// Whether others wait, so that only what is known is answered.
  let isLocked: Bool

  func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Bool {
    try memory.clients.answer(ToolchainMemory.Client(layout), isLocked: isLocked) {
      try building.build(layout, in: workspace, progress: progress)
    }
  }

  func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    _ = try memory.builds.answer(layout, isLocked: isLocked) {
      try building.buildAlone(layout, in: workspace, progress: progress)
      return true
    }
  }

  func test(
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
