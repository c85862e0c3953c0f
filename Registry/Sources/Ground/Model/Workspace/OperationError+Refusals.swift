package import Base
package import Git
package import Versions

/// Refusals that several operations have in common.
extension OperationError {
  /// The refusal of a command that needs working files.
  package static let bare = OperationError(
    .bareRepository,
    "the repository is bare and has no working files",
    help: "work in a clone of it"
  )

  /// A branch without a commit.
  ///
  /// - Parameters:
  ///   - branch: Its short name; `nil` for the one that is checked out.
  ///   - consequence: What cannot be done without a commit.
  package static func noCommit(
    on branch: String? = nil,
    _ consequence: String? = nil,
    help: String? = "commit the components and the manifest first"
  ) -> OperationError {
    OperationError(
      .unbornBranch,
      "the branch\(branch.map { " '\($0)'" } ?? "") has no commit yet"
        + (consequence.map { ", \($0)" } ?? ""),
      help: help
    )
  }

  /// A submodule that a package needs and the clone does not have.
  package static func missingSubmodule(
    _ submodule: TreePath,
    neededBy component: ComponentName
  ) -> OperationError {
    OperationError(
      .missingDependency,
      "'\(component)' depends on a package in the submodule '\(submodule)', whose commit this clone"
        + " does not have",
      help: "get it with 'git submodule update --init --recursive'"
    )
  }

  /// A component's folder without a package.
  package static func noManifestFile(in folder: TreePath) -> OperationError {
    OperationError(
      .noPackage,
      "the folder '\(folder)' has no 'Package.swift'",
      help: "commit the package there, or correct the component's path in the manifest"
    )
  }

  /// A file that git itself reads and `git fsck --strict` refuses.
  ///
  /// - Parameter fault: The end of a sentence.
  package static func malformedGitFile(_ path: TreePath, _ fault: String) -> OperationError {
    OperationError(
      .malformedGitFile,
      "'\(path)' \(fault)",
      help: "correct or remove it: servers refuse a push with such a file"
    )
  }

  /// - Parameter last: The last release, whose content the next one would have.
  package static func nothingChanged(since last: SemanticVersion) -> OperationError {
    OperationError(
      .nothingChanged,
      "nothing has changed since '\(last)'",
      help: "'\(last)' already contains exactly these files"
    )
  }
}

extension OperationError {
  /// A release that has no archive.
  package static func internalRelease(
    _ version: SemanticVersion,
    of component: ComponentName
  ) -> OperationError {
    OperationError(
      .internalComponent,
      "'\(component)' \(version) is an internal release, which has no archive and is not published",
      help: "make it public with 'registry set \(component).release public', then release it again"
    )
  }

  /// A published component with a dependency that clients could not get.
  package static func internalDependency(
    _ dependency: ComponentName,
    of dependent: ComponentName
  ) -> OperationError {
    OperationError(
      .internalComponent,
      "'\(dependent)' is published, and depends on '\(dependency)', which is internal",
      help: "publish both with 'registry set \(dependency).release public', or none with"
        + " 'registry set \(dependent).release internal'"
    )
  }
}

extension RegistryState {
  /// Throws for a component whose releases are only pinned.
  package func refuseInternal(_ name: ComponentName) throws(OperationError) {
    guard manifest.kind(of: name) == .internal else { return }
    throw OperationError(
      .internalComponent,
      "'\(name)' is internal: its releases are pinned by the apps of this repository, and never"
        + " published",
      help: "make it public with 'registry set \(name).release public', then release it again"
    )
  }

  /// Throws if there are components, and all of them are internal.
  package func refuseAllInternal() throws(OperationError) {
    let names = manifest.components.filter { !$0.value.isPrivate }.keys
    guard !names.isEmpty, names.allSatisfy({ manifest.kind(of: $0) == .internal }) else { return }
    throw OperationError(
      .internalComponent,
      "all components are internal: their releases are pinned by the apps of this repository, and"
        + " never published",
      help: "make one public with 'registry set NAME.release public', then release it again"
    )
  }
}

extension Workspace {
  /// Throws if all components are internal and none was ever published.
  package func refuseServingNothing() throws(OperationError) {
    guard let state = try committedState() else { return }
    for name in loggedComponents(in: state) {
      guard let log = try? log(of: name, in: state) else { return }
      guard log.releases.allSatisfy(\.isInternal) else { return }
    }
    try state.refuseAllInternal()
  }
}
