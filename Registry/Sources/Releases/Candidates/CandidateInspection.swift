package import Interfaces

/// What is found out about a release before it is made, and by what.
package struct CandidateInspection: Sendable {
  /// `nil` if the public interface is not to be compared, which is recorded.
  package var comparing: (any InterfaceComparing)?
  /// Why breakages are taken for compatible.
  package var accepted: String?
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
