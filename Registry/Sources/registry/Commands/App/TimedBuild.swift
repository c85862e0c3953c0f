import ArgumentParser
import BuildCaching
import BuildTimings
import Errors
import Files
import Layout
import Versioning
import Workspace

/// A build of an app, with what it took.
struct TimedBuild {
  let app: String
  let timings: BuildTimings
  /// Where the picture of it is.
  let picture: String
}

extension AppBuild {
  /// Builds it to its end, with the package manager's output beside the result, and draws what it
  /// took; if the build fails, its bare exit status is thrown.
  func timed(_ arguments: [String]) throws -> TimedBuild {
    let folder = layout.layout.build
    let before = try BuildDatabase(ofBuildFolder: folder)
    if isCached {
      _ = try build(arguments, isBeside: true)
    } else {
      let status = try PackageManager(layout).run("build", arguments, isBeside: true)
      guard status == 0 else { throw ExitCode(status) }
    }
    let after = try BuildDatabase(ofBuildFolder: folder)
    guard after.lastBuild > 0 else {
      throw OperationError(
        .inputOutput,
        "the build recorded no times in '\(folder)/build.db'",
        help: "time builds of SwiftPM's own build system, without '--build-system'"
      )
    }
    let app = layout.pinned.app.text
    let timings = BuildTimings(from: before, to: after)
    let picture = (cached?.own ?? layout.layout).timings
    let title = (["registry build"] + arguments).joined(separator: " ")
    try LocalFile.update(picture, to: Array(timings.picture(title: "\(app): \(title)").utf8))
    return TimedBuild(app: app, timings: timings, picture: picture)
  }
}
