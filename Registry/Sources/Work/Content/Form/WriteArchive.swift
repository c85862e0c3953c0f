package import Base
package import Git
package import ManifestEditor
package import Model
package import Versions

/// Makes the archive of a recorded release from its tree and its record alone.
package struct WriteArchive: Sendable {
  /// The component as it was typed.
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
    /// The number of bytes.
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

/// A recorded release in its published form, which follows from its tree and its record alone.
package struct PublishedRelease: Sendable {
  package let component: ComponentName
  package let release: Release
  /// The checksum of its archive.
  package let checksum: ArchiveChecksum

  /// - Throws: For an internal release, which has no published form.
  package init(component: ComponentName, release: Release) throws(OperationError) {
    guard let checksum = release.archive else {
      throw OperationError.internalRelease(release.version, of: component)
    }
    (self.component, self.release, self.checksum) = (component, release, checksum)
  }

  /// Writes the archive to `sink` in pieces, front to back, and returns its size in bytes.
  ///
  /// - Throws: At the end, if the bytes do not match the record: what `sink` got is then not an
  ///   archive, as after any other error.
  package func writeArchive(
    from repository: borrowing Repository,
    to sink: ([UInt8]) throws -> Void
  ) throws(OperationError) -> Int {
    try unifyingErrors {
      let (size, checksum) = try written(from: repository, to: sink)
      guard checksum == self.checksum else {
        throw OperationError(
          .checksumMismatch,
          "the archive of '\(component)' \(release.version) has the checksum '\(checksum)',"
            + " expected '\(self.checksum)'",
          help: "run 'registry verify' to check all releases"
        )
      }
      return size
    }
  }

  /// The same, whatever the checksum of what is written.
  package func written(
    from repository: borrowing Repository,
    to sink: ([UInt8]) throws -> Void
  ) throws -> (size: Int, checksum: ArchiveChecksum) {
    if let upload = release.upload {
      let bytes = try repository.blob(upload)
      try sink(bytes)
      let checksum = Hexadecimal.text(SHA256.digest(of: bytes))
      return (bytes.count, try ArchiveChecksum(hexadecimal: checksum))
    }
    return try ReleaseArchive(
      component: component,
      version: release.version,
      listing: ReleaseForm(of: release).listing(in: repository),
      edits: release.edits
    ).written(from: repository, expecting: checksum, to: sink)
  }

  /// Returns its manifests by their names, byte for byte as in the archive.
  package func manifests(
    from repository: borrowing Repository
  ) throws(OperationError) -> [ManifestFileName: [UInt8]] {
    try unifyingErrors {
      var manifests: [ManifestFileName: [UInt8]] = [:]
      let form = ReleaseForm(of: release)
      for entry in try form.entries(in: repository) where entry.mode.isFile {
        guard let name = ManifestFileName(entry.name) else { continue }
        let edits = try release.edits[TreePath(entry.name)] ?? []
        manifests[name] = try edits.applied(to: repository.blob(entry.id))
      }
      return manifests
    }
  }

  /// The same as clients get them: those that were signed later end with their signatures.
  package func servedManifests(
    _ signature: ReleaseSignature?,
    from repository: borrowing Repository
  ) throws(OperationError) -> [ManifestFileName: [UInt8]] {
    var manifests = try manifests(from: repository)
    for (name, bytes) in signature?.manifests ?? [:] {
      guard let file = ManifestFileName(name), let content = manifests[file] else { continue }
      manifests[file] = content + Array(ManifestSignature.line(bytes).utf8)
    }
    return manifests
  }
}

extension Release {
  /// Throws if the repository's objects are not what the record names.
  ///
  /// An archive has a recorded checksum; the files of an internal release are named by its tree alone.
  package func verifyObjects(
    of component: ComponentName,
    in repository: borrowing Repository
  ) throws(OperationError) {
    guard isInternal else {
      _ = try PublishedRelease(component: component, release: self)
        .writeArchive(from: repository) { _ in }
      return
    }
    try unifyingErrors {
      for item in try ReleaseForm(of: self).listing(in: repository).items {
        _ = try repository.blob(item.id)
      }
    }
  }
}

extension Release {
  /// The edits that remove references to private components from its manifests.
  package var cuts: [TreePath: [SourceEdit]] { edits.cuts }
}

extension [TreePath: [SourceEdit]] {
  /// The edits with an empty replacement.
  package var cuts: [TreePath: [SourceEdit]] {
    mapValues { $0.filter(\.replacement.isEmpty) }.filter { !$0.value.isEmpty }
  }
}
