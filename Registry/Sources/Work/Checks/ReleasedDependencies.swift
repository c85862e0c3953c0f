import Base
import Git
package import Model
package import Versions

/// Finds the releases that a component is built with, from what it requires.
package struct ReleasedDependencies {
  /// The release that is chosen among those that are allowed.
  package enum Choice: Hashable {
    case newest
    /// The lowest one that its own requirements and those of its dependencies admit.
    case lowest
    /// The newest one that existed at that time, so that an old release always has the same
    /// dependencies.
    case newestAt(RecordDate)
  }

  package let component: ComponentName
  /// The requirements of the component, as its release has or will have them.
  package let requires: [ComponentName: VersionRequirement]
  package let state: RegistryState

  package init(
    component: ComponentName,
    requires: [ComponentName: VersionRequirement],
    state: RegistryState
  ) {
    self.component = component
    self.requires = requires
    self.state = state
  }

  /// Returns the releases of all components that it depends on, directly or through others.
  package func releases(
    _ choice: Choice,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: Release] {
    guard !requires.isEmpty else { return [:] }
    var logs: [ComponentName: ReleaseLog] = [:]
    var open = Array(requires.keys)
    while let name = open.popLast() {
      guard logs[name] == nil else { continue }
      let log = try workspace.log(of: name, in: state)
      logs[name] = log
      open += log.releases.flatMap(\.requires.keys)
    }
    let versions: [ComponentName: SemanticVersion]
    switch choice {
    case .newest: versions = try resolved(logs, previous: [:])
    case .lowest: versions = try resolved(logs, previous: lowest(logs))
    case .newestAt(let date):
      // A clock that was wrong must not make an old release impossible to build.
      versions =
        try (try? resolved(logs, at: date)) ?? (try? resolved(logs))
        // Nor must a withdrawal: it was built with releases that were not withdrawn yet.
        ?? resolved(logs, allowingWithdrawn: true)
    }
    var releases: [ComponentName: Release] = [:]
    for (name, version) in versions { releases[name] = logs[name]?.release(version) }
    return releases
  }

  private func resolved(
    _ logs: [ComponentName: ReleaseLog],
    previous: [ComponentName: SemanticVersion] = [:],
    at date: RecordDate? = nil,
    allowingWithdrawn: Bool = false
  ) throws -> [ComponentName: SemanticVersion] {
    let limit = date?.secondsSince1970 ?? .max
    let request = ResolutionRequest(
      pins: requires,
      releases: logs.mapValues { log in
        log.releases.filter { $0.date.secondsSince1970 <= limit }.map { release in
          let yank = log.yank(of: release.version)
          return ResolutionRequest.Release(
            release.version,
            requirements: release.requires,
            isYanked: !allowingWithdrawn
              && (yank.map { $0.date.secondsSince1970 <= limit } ?? false)
          )
        }
      },
      previous: previous
    )
    do {
      return try request.resolved()
    } catch {
      // What an app pins is what a release requires here.
      let reasons = error.reasons.enumerated().map { index, reason in
        "\n  \(index + 1). \(reason.replacing(" is pinned ", with: " is required "))"
      }
      throw OperationError(
        .unresolvable,
        "no releases meet all requirements of '\(component)':"
          + (reasons.isEmpty
            ? " a release that it requires exactly is withdrawn" : reasons.joined()),
        help: "release the conflicting components again, or change \"requires\" of '\(component)'"
          + " in '\(state.document.file)'"
      )
    }
  }

  /// The lowest release of each that meets all requirements on it, from the component on downwards.
  ///
  /// Raising one may raise others, and none is ever lowered again, so that this ends.
  private func lowest(_ logs: [ComponentName: ReleaseLog]) -> [ComponentName: SemanticVersion] {
    var chosen: [ComponentName: SemanticVersion] = [:]
    var floor: [ComponentName: SemanticVersion] = [:]
    while true {
      var requirements = requires.mapValues { [$0] }
      for (name, version) in chosen {
        for (other, requirement) in logs[name]?.release(version)?.requires ?? [:] {
          requirements[other, default: []].append(requirement)
        }
      }
      var next: [ComponentName: SemanticVersion] = [:]
      for (name, all) in requirements {
        let lowest = logs[name]?.releases.first { release in
          all.allSatisfy { $0.contains(release.version) }
            && logs[name]?.yank(of: release.version) == nil
            && floor[name].map { $0 <= release.version } ?? true
        }
        // A requirement that nothing meets is explained by the resolution.
        next[name] = lowest?.version ?? floor[name]
      }
      floor.merge(next) { $1 }
      if next == chosen { return chosen }
      chosen = next
    }
  }
}
