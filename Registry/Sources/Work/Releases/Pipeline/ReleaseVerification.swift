import Base
import Checks
import Model
import Versions

/// The build of a release before it is made: as it will be recorded, by a client that depends on
/// its version, with releases of its dependencies instead of the working tree.
///
/// An internal release is built as the root package.
package struct ReleaseVerification: Hashable, Sendable {
  /// The choice among the releases of dependencies that the requirements allow.
  package enum Neighbours: String, CaseIterable, Hashable, Sendable {
    case none
    case lowest
    case newest
    case both
  }

  /// The releases to build with, among those that its requirements allow.
  package var neighbours: Neighbours
  /// Whether its tests are run too.
  package var testing: Bool

  package init(_ neighbours: Neighbours = .newest, testing: Bool = false) {
    self.neighbours = neighbours
    self.testing = testing
  }

  /// Throws if the release does not build.
  func run(
    _ release: Release,
    of component: ComponentName,
    state: RegistryState,
    building: any ComponentBuilding,
    findings: ReleaseFindings,
    progress: @Sendable (OperationProgress) -> Void,
    in workspace: borrowing Workspace
  ) throws {
    guard !release.needsSubmodules else {
      progress("'\(component)' has submodules, so that it is not built before its release")
      return
    }
    // The newest first: the comparison has already built most of that.
    for choice in choices {
      let client = try ClientLayout(
        of: component,
        release,
        with: choice,
        state: state,
        in: workspace
      )
      do {
        try findings.builds.answer(ReleaseFindings.Build(client)) {
          try build(client, state: state, building, progress, in: workspace)
        }
      } catch {
        throw try explained(OperationError(error), client, choice, state)
      }
    }
  }

  private func build(
    _ client: ClientLayout,
    state: RegistryState,
    _ building: any ComponentBuilding,
    _ progress: @Sendable (OperationProgress) -> Void,
    in workspace: borrowing Workspace
  ) throws {
    // No client can depend on an internal release: it is built as apps build it.
    let isBuilt =
      try !client.release.isInternal
      && building.build(client, in: workspace, progress: progress)
    if !isBuilt {
      let layout = try ComponentLayout(client, state: state, in: workspace)
      try building.buildAlone(layout, in: workspace, progress: progress)
    }
    if testing {
      let layout = try ComponentLayout(testing: client, state: state, in: workspace)
      try building.test(layout, in: workspace, progress: progress)
    }
  }

  private var choices: [ReleasedDependencies.Choice] {
    switch neighbours {
    case .none: []
    case .lowest: [.lowest]
    case .newest: [.newest]
    case .both: [.newest, .lowest]
    }
  }

  /// The error, with the releases that were used.
  private func explained(
    _ error: OperationError,
    _ client: ClientLayout,
    _ choice: ReleasedDependencies.Choice,
    _ state: RegistryState
  ) throws -> OperationError {
    guard error.code == .buildFailed || error.code == .testsFailed else { return error }
    let component = client.component
    let names = client.dependencies.sorted { $0.key < $1.key }.map { "\($0) \($1.version)" }
    let beside = names.isEmpty ? "" : " with \(names.joined(separator: ", "))"
    return OperationError(
      error.code,
      "'\(component)' \(client.release.version) "
        + (error.code == .testsFailed ? "fails its tests" : "does not build")
        + beside + error.message,
      help: choice == .lowest
        ? "fix it, or raise \"requires\" of '\(component)' in '\(state.document.file)'"
        : "fix it, commit, and try again",
      context: error.context
    )
  }
}
