import Base
import Content
import Git
import Model
import Versions

/// The preconditions that a component must meet for a release.
enum CandidateChecks {
  /// Throws if a record is missing, because the next version would follow the wrong release.
  static func records(
    of name: ComponentName,
    _ log: ReleaseLog,
    in state: RegistryState
  ) throws(OperationError) {
    guard let current = state.manifest.components[name]?.version, log.release(current) == nil else {
      return
    }
    throw OperationError(
      .unrecordedVersion,
      "the manifest lists '\(name)' at \(current), but that release is not recorded",
      help: "run 'registry verify', then restore the record, or remove the version from"
        + " '\(state.document.file)' if it was never released"
    )
  }

  /// The tree of the component's folder.
  static func folder(
    of component: Component,
    at base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws -> ObjectID {
    guard !workspace.repository.isShallow else { throw OperationError.shallow }
    try ComponentFolder.checkPlace(component.path, manifest: workspace.manifestPath)
    return try ComponentFolder(
      path: component.path,
      root: base.tree,
      of: base.trees,
      manifestFile: base.state.document.file
    ).tree(in: workspace.repository)
  }

  /// Throws for a version that cannot be released now.
  ///
  /// - Parameters:
  ///   - advised: What may be released instead.
  ///   - tip: Of the branch.
  ///   - tags: Those that the repository has.
  static func version(
    _ version: SemanticVersion,
    of subject: ReleaseSubject,
    after log: ReleaseLog,
    advising advised: AdvisedVersions,
    at tip: ObjectID,
    among tags: TagNames,
    in workspace: borrowing Workspace
  ) throws {
    try version.checkNew()
    try line(of: version, of: subject.name, after: log, advising: advised, in: workspace)
    try TakenTag.refuse(
      TagNaming(of: subject.name, at: subject.path),
      version,
      at: tip,
      advising: advised,
      in: workspace
    )
    if let tag = advised.taken.tag(naming: version) {
      let last = max(subject.baseline?.version ?? version, version)
      let next = try advised.advice(from: last.nextFree, in: workspace)
      throw OperationError(
        .versionTaken,
        "version '\(version)' is taken: the tag '\(tag)' names it",
        help: "try '\(next)'"
      )
    }
    try WriteCheck.check(
      ReleaseTags.planned(TagNaming(of: subject.name, at: subject.path), version),
      among: tags,
      in: workspace.repository
    )
  }

  /// Throws for a version that does not follow the component's baseline: only the files of the
  /// baseline itself may have its version.
  static func baseline(
    of subject: ReleaseSubject,
    before version: SemanticVersion,
    advising advised: AdvisedVersions,
    in workspace: borrowing Workspace
  ) throws {
    guard let baseline = subject.baseline?.version, version <= baseline,
      subject.isChanged || version < baseline
    else { return }
    throw OperationError(
      .versionNotGreater,
      "version '\(version)' is not greater than '\(baseline)', the baseline of '\(subject.name)'",
      help: "try '\(try advised.advice(from: baseline.nextPatch, in: workspace))'"
    )
  }

  /// Throws if the component has not changed since its last release.
  ///
  /// - Parameter version: The next version; `nil` for a stable version that follows all others.
  static func changes(
    of component: Component,
    _ form: ReleaseForm,
    since log: ReleaseLog,
    to version: SemanticVersion?,
    at base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws {
    guard let last = log.release(goneOnFromBy: version),
      try form.matches(last)
        || base.forms.matches(last, form.tree, at: component.path, in: workspace.repository)
    else { return }
    // The first published release may have the files of the last internal one.
    if last.isInternal, base.state.manifest.kind(of: component) == .public { return }
    // A pre-release may become a stable release without changes.
    if last.version.isPrerelease, version?.isPrerelease != true { return }
    // So may a component that must require another version of a dependency.
    for (dependency, requirement) in last.requires {
      guard base.state.manifest.components[dependency] != nil,
        let release = try workspace.log(of: dependency, in: base.state).greatestAvailable
      else { continue }
      let wanted = component.requires[dependency]
      if !requirement.contains(release.version) || (wanted != nil && wanted != requirement)
        || (wanted == nil
          && base.state.manifest.requirementStyle.replaces(requirement, admitting: release.version))
      {
        return
      }
    }
    throw OperationError.nothingChanged(since: last.version)
  }
}

extension ReleaseLog {
  /// The last release on a version's line, or else the last one before it; without a version, the
  /// greatest.
  ///
  /// Withdrawn ones do not count: their files may be released again.
  fileprivate func release(goneOnFromBy version: SemanticVersion?) -> Release? {
    guard let version else { return greatestAvailable }
    return availableReleases.last { $0.version.isOnLine(of: version) && $0.version < version }
      ?? availableReleases.last { $0.version < version }
  }
}

extension CandidateChecks {
  /// Throws for a version that may not follow the existing releases that are not withdrawn.
  ///
  /// It may if it is greater than all of them, or than all of its own line: those with its major and
  /// minor number, or, for a new minor of an older major, those of that major. A pre-release counts
  /// only where the numbers are the same, since it announces a version and does not take its place.
  static func line(
    of version: SemanticVersion,
    of component: ComponentName,
    after log: ReleaseLog,
    advising advised: AdvisedVersions,
    in workspace: borrowing Workspace
  ) throws {
    let releases = log.availableReleases.map(\.version)
    guard let greatest = releases.max(), version < greatest else { return }
    let line = releases.filter { $0.isOnLine(of: version) }
    let major = releases.filter { $0.major == version.major && !$0.isPrerelease }
    let (others, name) =
      line.isEmpty
      ? (major, "\(version.major).x") : (line, "\(version.major).\(version.minor).x")
    guard let last = others.max() else {
      let next = try advised.advice(from: greatest.nextPatch, in: workspace)
      throw OperationError(
        .versionNotGreater,
        "version '\(version)' is older than every release of '\(component)', and no release is on"
          + " its line",
        help: "the latest is '\(greatest)': try '\(next)'"
      )
    }
    guard version < last else { return }
    let next = try advised.advice(
      from: last.isPrerelease ? last.core : last.nextPatch,
      in: workspace
    )
    throw OperationError(
      .versionNotGreater,
      "version '\(version)' is not greater than '\(last)', the last release of '\(component)' on"
        + " the line \(name)",
      help: "try '\(next)'"
    )
  }
}
