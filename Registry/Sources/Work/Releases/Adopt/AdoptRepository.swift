import Base
package import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
import Versions

/// Lists the packages of a repository in a manifest, in one commit, and reports what prevents their
/// release.
///
/// Everything is read from the newest commit. Existing entries of a manifest stay as they are.
package struct AdoptRepository: WritingOperation {
  package let context: WriteContext
  let options: AdoptionOptions

  package init(_ options: AdoptionOptions, context: WriteContext = WriteContext()) {
    (self.options, self.context) = (options, context)
  }

  package struct Result: WritingResult {
    package let manifestPath: TreePath
    package let proposal: AdoptionProposal
    /// The findings that prevent releases, or are worth knowing.
    package let findings: [PackageFinding]
    /// The dependencies by path of the packages whose manifests the toolchain has run.
    package let evaluated: [TreePath: [TreePath]]
    /// How many targets could be packages of their own, by the folder of their package, for packages
    /// that are no components.
    package let targets: [TreePath: Int]
    /// Whether the manifest of an app computes something, such as its targets.
    package let computesApp: Bool
    package let past: AdoptedPast
    /// `nil` if the manifest already lists everything.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String { "registry init" }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    let file = workspace.manifestPath
    let isFirst = try workspace.content(of: file, in: base.tree) == nil
    let origins = try RepositoryOrigin.all(in: workspace.repository)
    var manifest = base.state.manifest
    if isFirst {
      manifest.scope =
        try options.scope ?? proposedScope(origins, in: workspace.repository)
      if workspace.repository.workingDirectory != nil {
        manifest.schemaLocation = file.parent.way(to: RegistryFolder.schema)
      }
    } else if let scope = options.scope, scope != manifest.scope {
      throw OperationError(
        .scopeMismatch,
        "the scope is '\(manifest.scope)' already, not '\(scope)'",
        help: "if nothing was published yet, change it with 'registry set scope \(scope)'"
      )
    }
    try GitFileRules.check(root: base.tree, in: workspace.repository)
    if options.evaluates {
      manifest.evaluatesManifests = true
      workspace.allowEvaluation()
    }
    let added = options.exclusions.filter { !manifest.excluded.contains($0) }
    manifest.excluded += added
    let excluded = try FolderPatterns(manifest.excluded)
    let survey = try TreeSurvey(of: base.tree, in: workspace)
    let (folders, unwanted) = selected(from: survey, manifest, excluded)
    var packages = try packages(in: folders, root: base.tree, &manifest, in: workspace)
    let listed = Set(manifest.components.values.map(\.path))
    let empty = packages.filter { $0.value.isEmpty && !listed.contains($0.key) }.keys.sorted()
    for path in empty { packages[path] = nil }
    let nested =
      options.listsNested
      ? []
      : AdoptionProposal.needlesslyNested(
        among: packages.values.sorted { $0.path < $1.path },
        besides: listed
      )
    for path in nested { packages[path] = nil }
    let leftOut =
      unwanted + empty.map { AdoptionProposal.LeftOut(path: $0, reason: .empty) }
      + nested.sorted().map { AdoptionProposal.LeftOut(path: $0, reason: .nested) }
      + (try ignoredPackages(in: workspace))
    let all = packages.values.sorted { $0.path < $1.path }
    // What the manifest lists already stays, whatever is in its folder.
    if let package = all.first(where: { $0.manifest == nil && !listed.contains($0.path) }) {
      throw unreadable(package)
    }
    var proposal = AdoptionProposal(manifest, leftOut: leftOut)
    try proposal.add(
      all,
      naming: ComponentNaming(source: options.nameSource),
      rootName: origins.first?.name ?? "app",
      isPrivate: options.privates.match
    )
    let trees = ComponentTrees(proposal.manifest, at: file)
    for path in proposal.manifest.components.values.map(\.path) {
      let tree = try trees.tree(at: path, in: base.tree, of: workspace.repository)
      if let tree { packages[path]?.tree = tree }
    }
    let components = Set(proposal.manifest.components.values.map(\.path))
    try proposal.add(
      projects: survey.projects.filter { !excluded.match($0) },
      using: all.filter { components.contains($0.path) },
      root: base.tree,
      rootName: origins.first?.name ?? "app",
      in: workspace.repository
    )
    if isFirst {
      let own = OwnPackages(origins, packages: all.filter { components.contains($0.path) })
      proposal.addRepositories(all, where: own.contains(url:))
    }
    let isEmpty = survey.packages.isEmpty && survey.fixtures.isEmpty
    // An app alone is where a monolith starts from, or a package of several targets.
    guard
      !proposal.manifest.components.isEmpty || !proposal.manifest.apps.isEmpty
        || isEmpty && options.mayBeEmpty
        || !Self.extractableTargets(of: packages, besides: proposal.manifest).isEmpty
    else { throw noPackages(survey, leftOut) }
    if options.makesLayers { try proposal.addLayers(all) }
    if isFirst, options.listsRootFiles {
      let trees = proposal.manifest.components.values.filter { !$0.isPrivate }
        .compactMap { packages[$0.path]?.tree }
      proposal.add(rootFiles: try rootFiles(for: trees, root: base.tree, in: workspace.repository))
    }
    if let release = options.release { proposal.set(release, isRequested: true) }
    func listing() throws -> ManifestDocument {
      try proposal.document(changing: isFirst ? nil : base.state.document, file: file.string)
    }
    let state = RegistryState(
      origin: base.state.origin,
      document: try listing(),
      logBlobs: base.state.logBlobs
    )
    var past = try past(state, at: base.tip, in: workspace)
    // A version alone is one of the library at the root, not of what is in folders beside its sources.
    if state.manifest.rootComponent == nil,
      packages[.root]?.manifest?.products.contains(where: { $0.kind == .library }) == true
    {
      past.schemes.removeAll(where: \.pattern.isOfAll)
    }
    var document = try document(state.document, with: past)
    func findings() throws -> [PackageFinding] {
      try self.findings(proposal, document, packages, origins, root: base.tree, in: workspace)
    }
    var found = try findings()
    if isFirst, options.release == nil, proposal.isForItself(past, found) {
      proposal.set(.internal, isRequested: false)
      document = try self.document(listing(), with: past)
      found = try findings()
    }
    return Result(
      manifestPath: file,
      proposal: proposal,
      findings: found,
      evaluated: packages.compactMapValues { package in
        guard package.manifests.contains(where: \.isEvaluated) else { return nil }
        return Set(package.pathDependencies.map(\.path)).sorted()
      },
      targets: Self.extractableTargets(of: packages, besides: document.manifest),
      computesApp: document.manifest.apps.values.contains { app in
        guard let manifest = packages[app.path]?.manifest else { return false }
        return manifest.isEvaluated || !manifest.unread.isEmpty
      },
      past: past,
      plan: try writePlan(proposal, past, document, state, base, in: workspace)
    )
  }

  /// The kinds of targets that a package of their own could have: not tests, executables and macros.
  private static let extractable: Set<PackageTarget.Kind> = [
    .target, .systemLibrary, .binaryTarget, .plugin,
  ]

  /// How many targets of packages that are no components could be components, where there are several.
  private static func extractableTargets(
    of packages: [TreePath: SurveyedPackage],
    besides manifest: Manifest
  ) -> [TreePath: Int] {
    // An app at the root with a library is a monolith still.
    let components = Set(manifest.components.values.map(\.path)).subtracting(
      manifest.apps.values.map(\.path).filter(\.isRoot)
    )
    return packages.compactMapValues { package in
      let names = package.manifest?.targets.filter { Self.extractable.contains($0.kind) }
      let count = Set(names?.map(\.name) ?? []).count
      return count > 1 && !components.contains(package.path) ? count : nil
    }
  }

  private func findings(
    _ proposal: AdoptionProposal,
    _ document: ManifestDocument,
    _ packages: [TreePath: SurveyedPackage],
    _ origins: [RepositoryOrigin],
    root: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [PackageFinding] {
    var components: [ComponentName: SurveyedPackage] = [:]
    for (name, component) in document.manifest.components {
      components[name] = packages[component.path]
    }
    let rules = ComponentRules(
      document,
      at: workspace.manifestPath,
      root: root,
      packages: components,
      origins: origins,
      now: try context.now()
    )
    let content = PackageContent(
      root: root,
      manifest: document.manifest,
      at: workspace.manifestPath
    ).findings(
      of: components.filter { document.manifest.components[$0.key]?.isPrivate != true }
        .map { ($0.key, $0.value.path, $0.value.tree) },
      gitDirectory: workspace.repository.gitDirectory
    )
    let apps = try AppRules(document, at: workspace.manifestPath, root: root)
      .findings(packages, in: workspace.repository)
    let isRootLeftOut = proposal.leftOut.contains { $0.reason == .root }
    return
      (try rules.findings(in: workspace.repository) + content + apps
      + (isRootLeftOut ? [Self.rootPackage] : [])).inOrder
  }

  private static let rootPackage = PackageFinding(
    OperationError(
      .rootPackage,
      "the package at the root of the repository has no product, so that nothing could use a release of"
        + " it",
      help: "to release it, add a library product, then list it with 'registry add .'"
    ),
    in: .packageManifest
  )
}

/// The repository as it was before.
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
    if options.tagChoices.isEmpty {
      past.schemes = try tags.schemes(in: workspace.repository)
      // What the package at the root was tagged as so far is used, whether it is adopted or not.
      if let root = state.manifest.rootComponent,
        try workspace.log(of: root, in: state).releases.isEmpty
      {
        let versions = try tags.versions(
          by: TagPattern.plain.map { TagForm(pattern: $0) },
          in: workspace.repository
        )
        let own = versions.tagged.filter { $0.component == root }
        let stable = own.filter { !$0.version.isPrerelease }
        unreached = stable.isEmpty ? own : stable
      }
    } else {
      let forms = try TagForm.all(options.tagChoices, in: state.manifest)
      let found = try tags.versions(by: forms, in: workspace.repository)
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
