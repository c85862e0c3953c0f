import RegistryModel
import Versioning

/// The manifest's versions and the records' requirements against what is recorded.
struct ManifestComparison {
  let manifest: Manifest
  let recorded: RecordedLogs

  var findings: [Finding] {
    versions + requirements
  }

  private var versions: [Finding] {
    manifest.components.compactMap { name, component -> Finding? in
      guard !recorded.unread.contains(name) else { return nil }
      let log = recorded.logs[name]
      guard let version = component.version else {
        guard let last = log?.releases.last else { return nil }
        return Finding(
          .missingVersion,
          "the manifest names no version, expected one of the recorded, such as '\(last.version)'",
          of: name
        )
      }
      if let release = log?.release(version), release.version.isSpelled(like: version) {
        return nil
      }
      let nearest = Suggestion.nearest(to: version, in: log?.releases.map(\.version) ?? [])
      return Finding(
        .unrecordedVersion,
        "the manifest names version '\(version)', which was never released",
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
    let candidates = log.candidates(for: requirement)
    guard candidates.contains(where: { requirement.contains($0.version) }) else {
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
