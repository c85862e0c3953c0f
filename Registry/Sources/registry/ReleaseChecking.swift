import ArgumentParser
import RegistryOperations

/// How the truth of one release is looked into before it is made.
struct ReleaseChecking: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Accept incompatible API changes, for this reason, which is recorded.",
      valueName: "reason"
    )
  )
  var acceptBreaking: String?

  @OptionGroup var build: BuildChecking

  func validate() throws {
    if build.isUnchecked, acceptBreaking != nil {
      throw ValidationError(
        "'--accept-breaking' needs the comparison that '--no-api-check' leaves out"
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
