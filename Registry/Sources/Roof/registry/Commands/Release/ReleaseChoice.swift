import ArgumentParser
import Releases
import ServerArguments

/// The options that select the components of a plan.
struct ReleaseChoice: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Only these components, their dependencies, and dependents that need a release.",
      valueName: "name[=version]"
    ),
    completion: .componentsAndGroups
  )
  var names: [String] = []

  @Flag(help: "Include all other components, if some are named with versions.")
  var all = false

  @Option(
    name: .customLong("accept-breaking"),
    value: OptionValue("name=reason", .components),
    help: "Accept incompatible API changes of this component, for this reason, which is recorded."
  )
  var accepted: [String] = []

  /// Throws if changes are accepted that nothing finds.
  func checkAccepted(isUnchecked: Bool) throws {
    guard isUnchecked, !accepted.isEmpty else { return }
    throw ValidationError("'--accept-breaking' and '--no-api-check' cannot be used together")
  }

  func planning(_ progress: @escaping @Sendable (String) -> Void) throws -> PlanReleases {
    var planning = PlanReleases(
      try names.map { try ReleaseSelection($0) },
      includesAll: all,
      progress: progress
    )
    planning.accepting = try accepted.map { try AcceptedBreakage($0) }
    return planning
  }
}
