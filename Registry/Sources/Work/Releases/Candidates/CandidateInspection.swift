package import Checks
package import Versions

/// The checks that a candidate gets before it is released, with the tools for them.
package struct CandidateInspection: Sendable {
  /// `nil` if public interfaces are not compared, which is recorded.
  package var comparing: (any InterfaceComparing)?
  /// The reason for accepting incompatible changes; `nil` if they are refused.
  package var accepted: String?
  /// The reasons for accepting those of several components.
  package var acceptedReasons: [ComponentName: String] = [:]
  /// `nil` if nothing is to be built.
  package var building: (any ComponentBuilding)?
  package var verification: ReleaseVerification

  package init(
    comparing: (any InterfaceComparing)?,
    accepted: String? = nil,
    building: (any ComponentBuilding)? = nil,
    verification: ReleaseVerification = ReleaseVerification(.none)
  ) {
    self.comparing = comparing
    self.accepted = accepted
    self.building = building
    self.verification = verification
  }
}
