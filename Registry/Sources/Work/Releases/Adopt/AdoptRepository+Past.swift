import Git
import Model
import Versions

/// What the repository was before.
extension AdoptRepository {
  /// - Parameter state: With the manifest that is to be written, and the logs so far.
  func past(
    _ state: RegistryState,
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> AdoptedPast {
    var past = AdoptedPast()
    let tags = try RepositoryTags(of: state, at: tip, in: workspace)
    var (tagged, unreached): ([TaggedVersion], [TaggedVersion]) = ([], [])
    if options.tagPatterns.isEmpty {
      past.schemes = try tags.schemes(in: workspace.repository)
    } else {
      let found = try tags.versions(by: options.tagPatterns, in: workspace.repository)
      (tagged, unreached) = (found.tagged, found.unreached)
      past.matchedTags = Set(tagged.map(\.tag) + found.refused.map(\.tag)).count
      let adoption = AdoptReleases(into: state, context: context)
      let outcome = try adoption.run(tagged, in: workspace)
      past.releases = outcome.releases
      past.refused =
        found.refused
        + outcome.refused.map { refusal in
          let tagged = refusal.tagged
          return AdoptedPast.RefusedTag(
            tag: tagged.tag,
            component: tagged.component,
            error: refusal.error
          )
        }
      past.refused.sort { ($0.tag, $0.component?.text ?? "") < ($1.tag, $1.component?.text ?? "") }
    }
    let released = try greatestVersions(state, with: past, in: workspace)
    let named = try options.baselines.baselines(
      in: state.manifest,
      at: tip,
      released: released,
      among: tagged
    )
    let refused = Set(past.refused.map { [$0.tag, $0.component?.text] })
    past.baselines = Self.baselines(
      of: tagged.filter { refused.contains([$0.tag, $0.component.text]) } + unreached,
      above: released,
      in: state.manifest
    ).merging(named) { $1 }
    return past
  }

  /// The greatest recorded version of each component that has one, with what is adopted.
  private func greatestVersions(
    _ state: RegistryState,
    with past: AdoptedPast,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: SemanticVersion] {
    var versions: [ComponentName: SemanticVersion] = [:]
    let names = workspace.loggedComponents(in: state)
    for (name, log) in zip(names, try workspace.logs(of: names, in: state)) {
      versions[name] = log.currentRelease?.version
    }
    for (name, releases) in past.releases {
      versions[name] = [versions[name], releases.last?.version].compactMap(\.self).max()
    }
    return versions
  }

  /// The versions that components go on from where their newest tags are not adopted: what a tag
  /// names has been used.
  private static func baselines(
    of tagged: [TaggedVersion],
    above released: [ComponentName: SemanticVersion],
    in manifest: Manifest
  ) -> [ComponentName: Baseline] {
    var baselines: [ComponentName: Baseline] = [:]
    for tagged in tagged {
      let name = tagged.component
      let known = [
        released[name], manifest.components[name]?.baseline?.version, baselines[name]?.version,
      ]
      guard known.allSatisfy({ $0.map { $0 < tagged.version } ?? true }) else { continue }
      baselines[name] = Baseline(tagged)
    }
    return baselines
  }

  /// The manifest with the versions and the baselines that the components have now.
  func document(
    _ document: ManifestDocument,
    with past: AdoptedPast
  ) throws -> ManifestDocument {
    var versions: [ComponentName: SemanticVersion] = [:]
    for (name, releases) in past.releases {
      let greatest = releases.last?.version
      let current = document.manifest.components[name]?.version
      versions[name] = [greatest, current].compactMap(\.self).max()
    }
    return try document.setting(versions: versions).setting(baselines: past.baselines)
  }

  func writePlan(
    _ proposal: AdoptionProposal,
    _ past: AdoptedPast,
    _ document: ManifestDocument,
    _ state: RegistryState,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> WritePlan? {
    var files = [try base.file(workspace.manifestPath, document.text, in: workspace)]
    for (name, releases) in past.releases.sorted(by: { $0.key < $1.key }) {
      let log = try workspace.log(of: name, in: state).adding(releases)
      files.append(try base.file(workspace.logPath(of: name), log.text, in: workspace))
    }
    if !past.releases.isEmpty, let attributes = try base.mergeAttributes(in: workspace) {
      files.append(attributes)
    }
    files.removeAll { $0.old == $0.new }
    guard !files.isEmpty else { return nil }
    return WritePlan(
      .commit(files: files, message: subject(proposal, past, base) + "\n"),
      reason: "registry: init"
    )
  }

  private func subject(
    _ proposal: AdoptionProposal,
    _ past: AdoptedPast,
    _ base: WriteBase
  ) -> String {
    func counted(_ count: Int, _ noun: String) -> String? {
      count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let new = [
      counted(proposal.newComponents.count, "component"),
      counted(proposal.newApps.count, "app"),
    ].compactMap(\.self).joined(separator: " and ")
    let (old, manifest) = (base.state.manifest, proposal.manifest)
    let isFirst = old.components.isEmpty && old.apps.isEmpty
    let releases = counted(past.releaseCount, "release")
    let parts = [
      new.isEmpty
        ? isFirst ? "add an empty registry" : nil
        : isFirst ? "add a registry of \(new)" : "add \(new) to the registry",
      isFirst || !proposal.addsLayers
        ? nil : counted(manifest.components.count, "component").map { "put \($0) into layers" },
      isFirst || old.release == manifest.release
        ? nil : "make releases \(manifest.release.rawValue)",
      releases.map { "adopt \($0) of \(counted(past.releases.count, "component") ?? "")" },
      counted(past.baselines.count, "component").map { "set the baseline of \($0)" },
    ].compactMap(\.self)
    let text = parts.isEmpty ? "change the registry's manifest" : parts.joined(separator: ", ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
