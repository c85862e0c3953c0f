import ArgumentParser
import RegistryOperations

/// How the truth of a release is looked into before it is made.
struct ReleaseChecking: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take breakages of the public API for compatible, for this reason, which is recorded.",
      valueName: "reason"
    )
  )
  var acceptBreaking: String?

  @Flag(
    name: .customLong("no-api-check"),
    help: "Do not compare the public API; it is recorded that nobody did."
  )
  var isUnchecked = false

  @Option(
    help: ArgumentHelp(
      "Build the release beside the lowest or the newest releases that it allows.",
      valueName: "none|lowest|newest|both"
    )
  )
  var verify: ReleaseVerification.Neighbours = .newest

  @Flag(help: "Run the release's tests too.")
  var test = false

  func validate() throws {
    if isUnchecked, acceptBreaking != nil {
      throw ValidationError(
        "'--accept-breaking' needs the comparison that '--no-api-check' leaves out"
      )
    }
    if test, verify == .none {
      throw ValidationError("'--test' needs the build that '--verify none' leaves out")
    }
    if let acceptBreaking, acceptBreaking.allSatisfy(\.isWhitespace) {
      throw ValidationError("the reason of '--accept-breaking' is empty")
    }
  }

  func checked(_ bump: Bump) -> CheckedBump {
    let toolchain = StockToolchain()
    return CheckedBump(
      bump,
      comparing: isUnchecked ? nil : toolchain,
      building: toolchain,
      verification: ReleaseVerification(verify, testing: test),
      accepted: acceptBreaking
    )
  }
}

extension ReleaseVerification.Neighbours: ExpressibleByArgument {}
