import Base
import Checks
import Content
import Git
import Model
import Versions

extension ReleasePlanning {
  /// The candidate, if nothing but its interface can prevent the release.
  func candidate(
    of subject: ReleaseSubject,
    _ tree: ObjectID,
    _ rule: VersionRule,
    in workspace: borrowing Workspace
  ) throws -> ReleaseCandidate {
    let (name, component) = (subject.name, subject.component)
    if let error = refused[name] { throw error }
    try ComponentFolder.checkPlace(subject.path, manifest: workspace.manifestPath)
    let log = try workspace.log(of: name, in: base.state)
    try CandidateChecks.records(of: name, log, in: base.state)
    if let version = rule.asked {
      let advised = advisedVersions(for: subject, log)
      try CandidateChecks.baseline(
        of: subject,
        before: version,
        advising: advised,
        in: workspace
      )
      try CandidateChecks.version(
        version,
        of: subject,
        after: log,
        advising: advised,
        at: base.tip,
        among: tags,
        in: workspace
      )
    }
    let published =
      try forms[name]?.get()
      ?? base.form(of: component, tree)
      .form(in: workspace.repository)
    if rule.needsChanges {
      try CandidateChecks.changes(
        of: component,
        published.form,
        since: log,
        to: rule.asked,
        at: base,
        in: workspace
      )
    }
    if let dependency = heldDependency(of: subject) { throw HeldDependency(name: dependency) }
    let candidate = try ReleaseCandidate(
      of: name,
      component,
      published,
      log: log,
      leavingOut: subject.leftOut,
      allowsPrereleases: allowsPrereleases(subject, rule),
      ignoring: try unknownRequirements(of: subject, in: workspace),
      base: base,
      in: workspace
    )
    try refuseCycle(of: candidate, in: workspace)
    return candidate
  }

  /// The candidate with its version in its version files and, if the changelog is in its folder,
  /// with its entry; not packed yet.
  mutating func prepared(
    _ candidate: ReleaseCandidate,
    of subject: ReleaseSubject,
    as version: SemanticVersion,
    _ evidence: InterfaceEvidence?,
    _ notes: String?,
    _ workspace: borrowing Workspace
  ) throws -> PreparedRelease {
    let versionEdits = VersionEdits(subject.component, of: base.state.manifest, version)
    try versionEdits.checkPlaces(in: workspace)
    var edits = try versionEdits.files(in: base.tree, of: workspace.repository)
    var prepared = try candidate.unpacked(as: version, evidence, notes: notes, context: context)
    if base.state.manifest.changelogs == .components {
      let entry = try entries.entries(of: [prepared], in: workspace.repository)[0]
      let changelog = try Changelog.file(
        in: subject.path,
        adding: entry,
        to: candidate.log,
        among: tags,
        root: base.tree,
        in: workspace
      )
      edits[changelog.path] = changelog.content
      prepared.entry = entry
    }
    prepared.editedFiles = edits
    let isEdited = edits.keys.contains { $0.isInside(subject.path) }
    let isUnknown = try unknownRequirements(of: subject, in: workspace) != .none
    guard isEdited || isUnknown else { return prepared }
    var edited = base
    edited.replaceTree(
      by: try VersionEdits.storing(edits, in: base.tree, of: workspace.repository)
    )
    var published = try candidate.reading(
      subject.component,
      allowsPrereleases: version.isPrerelease,
      base: edited,
      in: workspace
    ).unpacked(as: version, evidence, notes: notes, context: context)
    (published.entry, published.editedFiles) = (prepared.entry, edits)
    return published
  }

  /// Of a candidate that is read before its version is known.
  private func unknownRequirements(
    of subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> Publication.UnknownRequirements {
    let edits = VersionEdits(subject.component, of: base.state.manifest, SemanticVersion(0, 0, 0))
    let isOfManifest = try edits.areInPackageManifests(in: base.tree, of: workspace.repository)
    return isOfManifest ? .all : isProvisional(subject) ? .ofGroup : .none
  }

  /// Whether another version will take the place of the one that is planned: that of a group, or one
  /// that is chosen when all interfaces are compared.
  func isProvisional(_ subject: ReleaseSubject) -> Bool {
    interfaces.areProvisional || groups.group(of: subject.name) != nil && rules[subject.name] == nil
  }

  /// What may be released instead of a version that the component cannot have.
  func advisedVersions(for subject: ReleaseSubject, _ log: ReleaseLog) -> AdvisedVersions {
    var advised = AdvisedVersions(
      taken: TakenVersions(of: subject.name, subject.component, log, among: tags),
      state: start.state
    )
    if case .group? = rules[subject.name] { advised.group = groups.group(of: subject.name) }
    return advised
  }

  /// The published forms of components that changed or have a requested version, computed on all
  /// processors while the caller continues; their manifests are read there, too.
  func neededForms(
    in workspace: borrowing Workspace
  ) -> BackgroundWork<[ComponentName: Result<PlannedForm, OperationError>]> {
    var plans: [(name: ComponentName, path: TreePath, plan: ReleaseFormPlan)] = []
    for name in order where forms[name] == nil {
      guard let subject = subjects[name], let tree = subject.tree,
        primary.contains(name) && subject.isChanged || rules[name] != nil
      else { continue }
      plans.append((name, subject.path, base.form(of: subject.component, tree)))
    }
    let (base, gitDirectory) = (base, workspace.repository.gitDirectory)
    return BackgroundWork { [plans] in
      let forms = plans.concurrentMap(reading: gitDirectory) { named, repository in
        let form = try named.plan.form(in: repository)
        // The candidate finds what cannot be read and reports it.
        _ = try? Publication.manifests(in: named.path, form.listing, base, repository)
        return form
      }
      return Dictionary(zip(plans.map(\.name), forms)) { first, _ in first }
    }
  }

  /// A plan continues a pre-release with the next one.
  private func allowsPrereleases(_ subject: ReleaseSubject, _ rule: VersionRule) -> Bool {
    switch rule {
    case .asked(let version), .group(let version, _): version.isPrerelease
    case .interface: false
    case .reasons:
      subject.release?.version.isPrerelease ?? false
        || groups.group(of: subject.name)?.group.prerelease != nil
    }
  }

  /// A dependency that must be released first and is not.
  private func heldDependency(of subject: ReleaseSubject) -> ComponentName? {
    subject.dependencies.sorted().first { name in
      guard let dependency = subjects[name], planned[name] == nil else { return false }
      return dependency.isChanged || dependency.isNew
    }
  }
}
