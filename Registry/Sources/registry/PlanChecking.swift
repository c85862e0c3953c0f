import ArgumentParser
import RegistryOperations

/// How the truth of several releases is looked into before they are made.
struct PlanChecking: ParsableArguments {
  @Flag(
    name: .customLong("no-api-check"),
    help: "Do not compare the public API; it is recorded that nobody did."
  )
  var isUnchecked = false

  @Option(
    help: ArgumentHelp(
      "Build each release beside the lowest or the newest releases that it allows.",
      valueName: "none|lowest|newest|both"
    )
  )
  var verify: ReleaseVerification.Neighbours = .newest

  @Flag(help: "Run the releases' tests too.")
  var test = false

  func validate() throws {
    if test, verify == .none {
      throw ValidationError("'--test' needs the build that '--verify none' leaves out")
    }
  }

  func checked(_ planning: PlanReleases, notes: String?, context: WriteContext) -> CheckedRelease {
    let toolchain = StockToolchain()
    var planning = planning
    planning.comparing = isUnchecked ? nil : toolchain
    return CheckedRelease(
      planning,
      notes: notes,
      building: toolchain,
      verification: ReleaseVerification(verify, testing: test),
      context: context
    )
  }
}
