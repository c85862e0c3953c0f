import RegistryModel
import Versioning

/// The releases of which the records say that their versions may promise more than is kept.
struct InterfaceNotes {
  let logs: [ComponentName: ReleaseLog]

  var findings: [Finding] {
    logs.flatMap { name, log in
      log.releases.compactMap { release in
        guard let interface = release.interface else { return nil }
        if interface.change == .unchecked {
          // Where there was nothing to compare with, nothing was left out.
          guard release.version != log.releases.first?.version else { return nil }
          return Finding(
            .uncheckedInterface,
            "the public API was not compared with the previous release",
            of: name,
            release.version,
            severity: .note,
            help: "compare it with 'registry audit \(name)'"
          )
        }
        return interface.accepted.map { reason in
          Finding(
            .acceptedBreakage,
            "incompatible API changes were accepted, for this reason: \(reason)",
            of: name,
            release.version,
            severity: .note
          )
        }
      }
    }
  }
}
