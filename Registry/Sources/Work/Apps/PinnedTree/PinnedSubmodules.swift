import Git
import Model
import Versions

/// The submodules of internal releases: their files are in no tree of this repository, so that a
/// build takes those that the clone has.
struct PinnedSubmodules {
  /// From the root of the repository.
  private(set) var paths: [TreePath] = []
  /// The submodules that the clone has at other commits than the releases, or not at all.
  private(set) var notes: [String] = []

  init(
    of releases: [ComponentName: Release],
    _ manifest: Manifest,
    in workspace: borrowing Workspace
  ) throws {
    for (name, release) in releases.sorted(by: { $0.key < $1.key }) where release.needsSubmodules {
      guard let component = manifest.components[name] else { continue }
      for place in release.omits.sorted() {
        let path = component.path.appending(place)
        paths.append(path)
        guard let directory = workspace.repository.workingDirectory,
          let recorded = try workspace.repository.entry(at: place, in: release.tree)?.id
        else { continue }
        let current = Self.commit(at: "\(directory)/\(path)")
        guard current != recorded else { continue }
        let title = "'\(path)' of '\(name)' \(release.version) is a submodule"
        notes.append(
          current.map {
            "\(title) at \(recorded.hex.prefix(12)), and is built as this clone has it, at"
              + " \($0.hex.prefix(12))"
          } ?? "\(title) that this clone does not have: run 'git submodule update --init'"
        )
      }
    }
  }

  /// `nil` if it is not checked out.
  private static func commit(at directory: String) -> ObjectID? {
    do {
      return try Repository.open(at: directory).head().tip
    } catch {
      return nil
    }
  }
}
