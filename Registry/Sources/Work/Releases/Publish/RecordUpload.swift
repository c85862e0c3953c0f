package import Base
package import Git
package import Model
package import Versions

/// Publishes a release that was made elsewhere: its files become the component's folder on the
/// branch and are recorded in the same commit.
///
/// The files are in published form. They are stored as the monorepo has them, with path dependencies
/// between components, and the record's edits give back exactly what was sent.
package struct RecordUpload: WritingOperation {
  package var component: ComponentName
  package var version: SemanticVersion
  package var files: [PlannedFolder.File]
  /// A JSON object of the publisher, kept as it is, with repositories that are confirmed; `nil` for
  /// none.
  package var metadata: [UInt8]?
  /// The archive as it was sent, which is served byte for byte; `nil` for the one that is made of
  /// the files.
  package var archive: [UInt8]?
  /// The signature of the archive that was sent; `nil` for a release that is not signed.
  package var signature: ReleaseSignature?
  /// The name of the publisher, for the changelog.
  package var publisher: String
  /// The repositories that the metadata may name besides those of the manifest.
  package var repositories: RepositoryPattern?
  /// Whether a component may be replaced that was last released in this repository.
  package var replacesOwn = false
  package var context: WriteContext

  package init(
    component: ComponentName,
    version: SemanticVersion,
    files: [PlannedFolder.File],
    metadata: [UInt8]? = nil,
    publisher: String,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.version = version
    self.files = files
    self.metadata = metadata
    self.publisher = publisher
    self.context = context
  }

  package struct Result: WritingResult {
    package let component: ComponentName
    package let release: Release
    /// The plan of the commit; `nil` if the very same content had this version already.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String { "registry publish \(component) \(version)" }

  package var allowsBareRepository: Bool { true }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    try UploadPlanner(request: self, base: base).plan(in: workspace)
  }
}

extension RecordUpload {
  /// Returns the result of `body`, which reads what was sent; whatever it throws is a fault of
  /// that, and not of the repository, unless there was no time to read it.
  package static func judging<Result>(
    _ code: OperationError.Code,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      let fault = OperationError(error)
      guard fault.code != .parserBusy else { throw fault }
      throw OperationError(code, fault.message, help: fault.help, context: fault.context)
    }
  }
}

extension RecordUpload {
  /// Returns the checksum of the files that were sent, as an archive: it does not depend on how
  /// they are stored.
  static func archive(
    of name: ComponentName,
    _ version: SemanticVersion,
    files: [PlannedFolder.File]
  ) throws -> ArchiveChecksum {
    var contents: [TreePath: [UInt8]] = [:]
    let archive = try judging(.invalidPackage) {
      let entries = files.map { file in
        contents[file.path] = file.content
        return ArchiveEntry(path: file.path, kind: file.archiveKind)
      }
      return try StoredArchive(root: "\(name)-\(version)", entries: entries)
    }
    let summary = try archive.write(contents: { contents[$0.path] ?? [] }, to: { _ in })
    return try ArchiveChecksum(hexadecimal: summary.checksum)
  }
}

extension PlannedFolder.File {
  fileprivate var archiveKind: ArchiveEntry.Kind {
    switch mode {
    case .executable: .executable
    case .link: .link(target: String(decoding: content, as: UTF8.self))
    case .file, .tree, .submodule: .file
    }
  }
}
