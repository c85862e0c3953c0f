import ArgumentParser
import Interfaces
import Releases
import ServerArguments

/// The options for checking one release before it is made.
struct ReleaseChecking: ParsableArguments {
  @Option(
    value: "reason",
    help: "Accept incompatible API changes, for this reason, which is recorded."
  )
  var acceptBreaking: String?

  @OptionGroup var build: BuildChecking

  func validate() throws {
    if build.isUnchecked, acceptBreaking != nil {
      throw ValidationError(
        "'--accept-breaking' and '--no-api-check' cannot be used together"
      )
    }
    if let acceptBreaking, acceptBreaking.allSatisfy(\.isWhitespace) {
      throw ValidationError("the reason of '--accept-breaking' is empty")
    }
  }

  var checks: CandidateInspection {
    CandidateInspection(
      comparing: build.comparing,
      accepted: acceptBreaking,
      building: build.verify == .none ? nil : StockToolchain(),
      verification: build.verification
    )
  }
}
