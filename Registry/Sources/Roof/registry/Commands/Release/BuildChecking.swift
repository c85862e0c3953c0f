import ArgumentParser
import Checks
import Releases
import ServerArguments

/// The options for checking releases before they are made.
struct BuildChecking: ParsableArguments {
  @Flag(
    name: .customLong("no-api-check"),
    help: "Do not compare the public API; the record says so."
  )
  var isUnchecked = false

  @Option(
    value: "none|lowest|newest|both",
    help: "Build each release with the lowest or newest dependencies that it allows."
  )
  var verify: ReleaseVerification.Neighbours = .newest

  @Flag(help: "Also run each release's tests.")
  var test = false

  func validate() throws {
    if test, verify == .none {
      throw ValidationError("'--test' and '--verify none' cannot be used together")
    }
  }

  /// What compares public interfaces; `nil` if that is not wanted.
  var comparing: StockToolchain? { isUnchecked ? nil : StockToolchain() }

  var verification: ReleaseVerification { ReleaseVerification(verify, testing: test) }
}

extension ReleaseVerification.Neighbours: ExpressibleByArgument {}
