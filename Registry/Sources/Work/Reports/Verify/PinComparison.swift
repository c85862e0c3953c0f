import Base
import Git
import Model
import Releases
import Versions

/// The apps' pins, and what they came to, against what is recorded.
struct PinComparison {
  let manifest: Manifest
  let recorded: RecordedLogs
  let resolved: ResolvedReleases
  /// As it is to be called in messages.
  let resolvedPath: TreePath

  var findings: [Finding] {
    pins + resolutions
  }

  private var pins: [Finding] {
    manifest.apps.flatMap { app, content in
      content.pins.compactMap { component, pin in finding(of: component, pin, in: app) }
    }
  }

  private func finding(
    of component: ComponentName,
    _ pin: Pin,
    in app: AppName
  ) -> Finding? {
    guard case .requirement(let requirement) = pin, !recorded.unread.contains(component) else {
      return nil
    }
    guard let log = recorded.logs[component], !log.releases.isEmpty else {
      return Finding(
        .unmetPin,
        "'\(app)' pins it to '\(requirement)', but it was never released",
        of: component,
        help: "release it with '\(ReleaseAdvice(manifest).command(releasing: component))'"
      )
    }
    guard !log.releases.contains(where: { requirement.contains($0.version) }) else { return nil }
    let nearest = requirement.namedVersions.first.flatMap { version in
      Suggestion.nearest(to: version, in: log.releases.map(\.version))
    }
    return Finding(
      .unmetPin,
      "'\(app)' pins it to '\(requirement)', which no release meets",
      of: component,
      help: nearest.map { "the nearest release is '\($0)'" }
    )
  }

  private var resolutions: [Finding] {
    resolved.apps.flatMap { app, versions in
      versions.compactMap { component, version in finding(of: component, version, for: app) }
    }
  }

  private func finding(
    of component: ComponentName,
    _ version: SemanticVersion,
    for app: AppName
  ) -> Finding? {
    let fault: String
    if manifest.components[component] == nil {
      fault = "the manifest does not list it"
    } else if !recorded.unread.contains(component),
      recorded.logs[component]?.release(version) == nil
    {
      fault = "it was never released"
    } else {
      return nil
    }
    return Finding(
      .unrecordedResolution,
      "'\(resolvedPath)' lists it for '\(app)', but \(fault)",
      of: component,
      version,
      help: "run 'registry resolve' to write it again"
    )
  }
}
