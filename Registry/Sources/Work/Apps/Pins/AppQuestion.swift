package import Base
package import Model
package import Versions

/// The resolution request of one app, with the release logs for it.
package struct AppQuestion {
  package var request: ResolutionRequest
  package let logs: [ComponentName: ReleaseLog]

  /// The release of each component that is needed.
  package func answer(app: AppName) throws(OperationError) -> [ComponentName: Release] {
    let versions: [ComponentName: SemanticVersion]
    do {
      versions = try request.resolved()
    } catch {
      let reasons = error.reasons.enumerated().map { "\n  \($0 + 1). \($1)" }
      throw OperationError(
        .unresolvable,
        error.message + reasons.joined(),
        help: error.help,
        context: "app '\(app)'"
      )
    }
    var releases: [ComponentName: Release] = [:]
    for (component, version) in versions {
      releases[component] = logs[component]?.release(version)
    }
    return releases
  }

  static func choices(_ log: ReleaseLog) -> [ResolutionRequest.Release] {
    log.releases.map { release in
      ResolutionRequest.Release(
        release.version,
        requirements: release.requires,
        isYanked: log.yank(of: release.version) != nil
      )
    }
  }
}
