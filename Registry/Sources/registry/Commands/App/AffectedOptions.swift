import ArgumentParser
import ServerArguments

/// The options that make a command act on what changes affect.
struct AffectedOptions: ParsableArguments {
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
  }
}
