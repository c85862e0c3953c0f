import ArgumentParser
import RegistryOperations

/// How the truth of releases is looked into before they are made.
struct BuildChecking: ParsableArguments {
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

  @Flag(help: "Run each release's tests too.")
  var test = false

  func validate() throws {
    if test, verify == .none {
      throw ValidationError("'--test' needs the build that '--verify none' leaves out")
    }
  }

  /// What compares public interfaces; nothing where that is not wanted.
  var comparing: StockToolchain? { isUnchecked ? nil : StockToolchain() }

  var verification: ReleaseVerification { ReleaseVerification(verify, testing: test) }
}

extension ReleaseVerification.Neighbours: ExpressibleByArgument {}
