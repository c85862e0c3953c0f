package import Base
import Git
package import Model
package import Versions

/// Makes the archive of a recorded release from its tree and its record alone.
package struct WriteArchive: Sendable {
  /// As it was typed.
  package var component: String
  package var version: SemanticVersion

  package init(component: String, version: SemanticVersion) {
    self.component = component
    self.version = version
  }

  package struct Result: Hashable, Sendable {
    package let component: ComponentName
    package let release: Release
    package let checksum: ArchiveChecksum
    /// In bytes.
    package let size: Int
  }

  /// Writes the archive to `sink` in pieces, front to back.
  ///
  /// - Throws: At the end, if the bytes do not match the record: what `sink` got is then not an
  ///   archive, as after any other error.
  package func run(
    in workspace: borrowing Workspace,
    to sink: ([UInt8]) throws -> Void
  ) throws(OperationError) -> Result {
    try unifyingErrors {
      let (name, release) = try find(in: workspace)
      let published = try PublishedRelease(component: name, release: release)
      let size = try published.writeArchive(from: workspace.repository, to: sink)
      return Result(component: name, release: release, checksum: published.checksum, size: size)
    }
  }

  /// Writes the archive to a file, which is replaced only when the archive is complete and checked.
  ///
  /// - Parameter replaces: Whether a file with other content is replaced, or else is an error.
  package func run(
    in workspace: borrowing Workspace,
    toFile path: String,
    replaces: Bool = false
  ) throws(OperationError) -> Result {
    try unifyingErrors {
      let file = try StagedFile(for: path)
      let existing = replaces ? nil : try LocalFile.read(path)
      var (isSame, count) = (true, 0)
      let result = try run(in: workspace) { bytes in
        isSame = isSame && existing?.dropFirst(count).starts(with: bytes) == true
        count += bytes.count
        try file.write(bytes)
      }
      guard let existing else {
        try file.commit()
        return result
      }
      guard isSame, count == existing.count else {
        throw OperationError(
          .pathTaken,
          "the file '\(path)' exists and is not this archive",
          help: "name another file with '--output', or replace it with '--force'"
        )
      }
      return result
    }
  }

  private func find(
    in workspace: borrowing Workspace
  ) throws -> (name: ComponentName, release: Release) {
    guard let tip = workspace.tip else {
      throw OperationError.noCommit()
    }
    let state = try workspace.state(at: tip)
    let name = try workspace.loggedComponent(named: component, of: state.manifest, in: state)
    return (name, try workspace.log(of: name, in: state).release(version, of: name))
  }
}
