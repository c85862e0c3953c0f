import ArgumentParser
import Apps
import Model
import ServerArguments

/// What `build` and `test` do: either the app, or what changes affect.
struct AppOptions: ParsableArguments {
  @OptionGroup var layout: LayoutOptions

  @OptionGroup var caching: CacheOptions

  @Flag(help: "Instead of the app alone, each component and app that changes affect.")
  var affected = false

  @Option(
    value: .revision,
    help: "With '--affected', compare with this revision instead of the newest commit."
  )
  var since: String?

  func validate() throws {
    guard since == nil || affected else {
      throw ValidationError("'--since' needs '--affected'")
    }
    guard !affected || layout.choice.app == nil else {
      throw ValidationError("'--affected' and '--app' cannot be combined")
    }
  }

  /// - Parameter arguments: For the package manager.
  func run(
    _ verb: AffectedRun.Verb,
    _ arguments: [String],
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws {
    if affected {
      return try AffectedRun(
        verb: verb,
        since: since,
        arguments: arguments,
        options: layout
      ).run(in: workspace, console)
    }
    let app = try AppBuild(layout, caching, arguments: arguments, in: workspace, console)
    if verb == .build, try app.build(arguments) != nil { return }
    // What this process has taken of the cache stays taken by the one that it becomes.
    try withExtendedLifetime(app) {
      try PackageManager(layout: app.layout).become(verb.rawValue, arguments)
    }
  }
}
