import Git
import GitValues
import RegistryModel
import Versioning

/// What a component must be for a release.
struct BumpChecks {
  let name: ComponentName
  let component: Component
  let base: ReleaseBase

  /// Throws where a record was lost, so that the next version would follow the wrong release.
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
      "the manifest says that '\(name)' is at \(current), and there is no record of that release",
      help: "'registry verify' tells what is missing: bring the record back, or take the version"
        + " out of '\(state.document.file)' if it was never released"
    )
  }

  /// The tree of the component's folder.
  func folder(in workspace: borrowing Workspace) throws -> ObjectID {
    guard !workspace.repository.isShallow else {
      throw OperationError(
        .shallowClone,
        "the clone is shallow, so that the changes since the last release cannot be told",
        help: "get the whole history with 'git fetch --unshallow'"
      )
    }
    let path = component.path
    try Self.place(path, in: workspace)
    var place = TreePath.root
    for part in path.names {
      place = place.appending(try TreePath(String(part)))
      let entry = try workspace.repository.entry(at: place, in: base.tree)
      switch entry?.mode {
      case .tree:
        if place == path, let entry { return entry.id }
      case .link:
        throw OperationError(
          .folderIsLink,
          "'\(place)' is a link, expected the folder itself",
          help: "name the folder that it leads to in '\(base.state.document.file)'"
        )
      case .submodule:
        throw OperationError(
          .notAFolder,
          "'\(place)' is a submodule, whose files are not in this repository"
        )
      case .file, .executable:
        throw OperationError(.notAFolder, "'\(place)' is a file, expected a folder")
      case nil:
        throw OperationError(
          .notAFolder,
          "there is no folder '\(path)' in the newest commit",
          help: "commit it, or correct the path in '\(base.state.document.file)'"
        )
      }
    }
    throw OperationError(.notAFolder, "'\(path)' is no folder")
  }

  /// Throws for a folder that no release can be made of, wherever else it is.
  static func place(_ path: TreePath, in workspace: borrowing Workspace) throws(OperationError) {
    guard !workspace.manifestPath.isInside(path) else {
      throw OperationError(
        .invalidPath,
        "the folder '\(path)' holds the registry's own data, which changes with every release",
        help: "put manifest and component into different folders"
      )
    }
  }

  /// Throws for a number that the package manager cannot read.
  static func canBeRead(_ version: SemanticVersion) throws(OperationError) {
    guard version.fitsSwiftPM else {
      throw OperationError(
        .invalidVersion,
        "version '\(version)' has a number that the package manager cannot read",
        help: "use numbers up to \(Int64.max)"
      )
    }
  }

  /// Throws if the component is what it was at its last release.
  ///
  /// - Parameter version: The next release's; nothing where it is to be a release proper that follows
  ///   all others.
  func changes(
    since log: ReleaseLog,
    to version: SemanticVersion?,
    form: ReleaseForm,
    in workspace: borrowing Workspace
  ) throws {
    guard let last = log.release(goneOnFromBy: version), form.matches(last) else { return }
    // What was withdrawn may be released again.
    if log.yank(of: last.version) != nil { return }
    // A pre-release that proves good is released as it is.
    if last.version.isPrerelease, version?.isPrerelease != true { return }
    // So is a component that must require another version of what it depends on.
    for (dependency, requirement) in last.requires {
      guard base.state.manifest.components[dependency] != nil,
        let release = try workspace.log(of: dependency, in: base.state).greatestAvailable
      else { continue }
      let wanted = component.requires[dependency]
      if !requirement.contains(release.version) || (wanted != nil && wanted != requirement)
        || (wanted == nil && requirement.admitsIncompatible(release.version))
      {
        return
      }
    }
    throw OperationError(
      .nothingChanged,
      "nothing has changed since '\(last.version)'",
      help: "'\(last.version)' is this very content already"
    )
  }
}

extension ReleaseLog {
  /// The last release on a version's line, or else before it; the greatest for no version.
  fileprivate func release(goneOnFromBy version: SemanticVersion?) -> Release? {
    guard let version else { return currentRelease }
    return releases.last { $0.version.isOnLine(of: version) && $0.version < version }
      ?? releases.last { $0.version < version }
  }
}

extension OperationError.Code {
  package static let unrecordedVersion = Self(rawValue: "unrecorded-version")
  package static let invalidVersion = Self(rawValue: "invalid-version")
  package static let invalidPath = Self(rawValue: "invalid-path")
  package static let folderIsLink = Self(rawValue: "folder-is-link")
  package static let notAFolder = Self(rawValue: "not-a-folder")
  package static let nothingChanged = Self(rawValue: "nothing-changed")
}
