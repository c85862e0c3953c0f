import Base
import Model
import Releases
import Versions

/// The manifest's versions and groups, and the records' requirements, against what is recorded.
struct ManifestComparison {
  let state: RegistryState
  let recorded: RecordedLogs

  private var manifest: Manifest { state.manifest }

  func findings(in workspace: borrowing Workspace) throws -> [Finding] {
    try versions + requirements + unresolvable(in: workspace) + interfaces + groups
  }

  private var versions: [Finding] {
    manifest.components.compactMap { name, component -> Finding? in
      guard !recorded.unread.contains(name) else { return nil }
      let log = recorded.logs[name]
      guard let version = component.version else {
        guard let last = log?.currentRelease else { return nil }
        return Finding(
          .missingVersion,
          "the manifest has no version, expected a recorded one such as '\(last.version)'",
          of: name
        )
      }
      if let release = log?.release(version), release.version.isSpelled(like: version) {
        return nil
      }
      let nearest = Suggestion.nearest(to: version, in: log?.releases.map(\.version) ?? [])
      return Finding(
        .unrecordedVersion,
        "the manifest has version '\(version)', which was never released",
        of: name,
        help: nearest.map { "the nearest release is '\($0)'" }
      )
    }
  }

  private var requirements: [Finding] {
    recorded.logs.flatMap { name, log in
      log.releases.flatMap { release in
        release.requires.compactMap { required, requirement in
          finding(of: name, release.version, required, requirement)
        }
      }
    }
  }

  /// Releases that withdrawals have left without what they require; those that require the withdrawn
  /// release itself come first.
  private func unresolvable(in workspace: borrowing Workspace) throws -> [Finding] {
    var resolvable = ResolvableReleases(recorded.logs)
    let losses = resolvable.losses
    let advice = ReleaseAdvice(manifest)
    var helps: [ComponentName: String] = [:]
    var findings: [Finding] = []
    for loss in losses.filter({ $0.dependency == $0.cause })
      + losses.filter({ $0.dependency != $0.cause })
    {
      guard let log = recorded.logs[loss.dependency],
        log.releases.contains(where: { loss.requirement.contains($0.version) })
      else { continue }
      let isCurrent =
        recorded.logs[loss.component]?.greatestAvailable?.version == loss.version
      if isCurrent, helps[loss.cause] == nil {
        helps[loss.cause] = try advice.help(replacing: loss.cause, in: state, in: workspace)
      }
      findings.append(
        Finding(
          .unresolvableRelease,
          "requires \(loss.dependency) '\(loss.requirement)', but every matching release is"
            + " withdrawn or cannot be resolved",
          of: loss.component,
          loss.version,
          severity: isCurrent ? .fault : .note,
          help: isCurrent ? helps[loss.cause] : nil
        )
      )
    }
    return findings
  }

  /// The releases of which the records say that their versions may promise more than is kept.
  private var interfaces: [Finding] {
    recorded.logs.flatMap { name, log in
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

  /// The fixed groups whose components have different versions: before their first common release, or
  /// after a merge of two.
  private var groups: [Finding] {
    ComponentGroups(manifest).all.compactMap { group in
      guard group.isFixed else { return nil }
      let last = group.members.map { ($0, recorded.logs[$0]?.currentRelease?.version) }
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

  private func finding(
    of name: ComponentName,
    _ version: SemanticVersion,
    _ required: ComponentName,
    _ requirement: VersionRequirement
  ) -> Finding? {
    guard !recorded.unread.contains(required) else { return nil }
    guard let log = recorded.logs[required] else {
      return Finding(
        .unknownRequirement,
        "requires '\(required)', which has no releases",
        of: name,
        version
      )
    }
    guard log.releases.contains(where: { requirement.contains($0.version) }) else {
      return Finding(
        .unmetRequirement,
        "requires \(required) '\(requirement)', which no release meets",
        of: name,
        version
      )
    }
    return nil
  }
}
