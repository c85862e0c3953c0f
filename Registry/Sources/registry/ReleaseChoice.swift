import ArgumentParser
import RegistryOperations

/// Which components a plan is about.
struct ReleaseChoice: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Only these components, what they need and what their releases make necessary.",
      valueName: "name[=version]"
    ),
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var names: [String] = []

  @Flag(help: "All others too, where some are named for their versions.")
  var all = false

  func planning(_ progress: @escaping @Sendable (String) -> Void) throws -> PlanReleases {
    PlanReleases(
      try names.map { try ReleaseSelection($0) },
      includesAll: all,
      progress: progress
    )
  }
}
