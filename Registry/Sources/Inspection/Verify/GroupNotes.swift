import RegistryModel
import Versioning
import Workspace

/// The fixed groups whose components have different versions: before their first common release, or
/// after a merge of two.
struct GroupNotes {
  let manifest: Manifest
  let logs: [ComponentName: ReleaseLog]

  var findings: [Finding] {
    ComponentGroups(manifest).all.compactMap { group in
      guard group.isFixed else { return nil }
      let last = group.members.map { ($0, logs[$0]?.currentRelease?.version) }
      let released = last.compactMap { name, version in version.map { (name, $0) } }
      guard let lowest = released.min(by: { $0.1 < $1.1 }),
        let greatest = released.max(by: { $0.1 < $1.1 }),
        lowest.1 != greatest.1 || released.count < last.count
      else { return nil }
      let others =
        lowest.1 != greatest.1
        ? "'\(lowest.0)' at \(lowest.1)"
        : "'\(last.first { $0.1 == nil }?.0.text ?? "")' was never released"
      return Finding(
        .unevenGroup,
        "the fixed group '\(group.name)' has different versions: '\(greatest.0)' is at"
          + " \(greatest.1), \(others)",
        severity: .note,
        help: "the next release of the group gives all of them one version"
      )
    }
  }
}
