import Base
package import Git
import ManifestEditor
import Model

/// The place that the packages of a repository are read from.
package enum PackageSource: Sendable {
  case tree(ObjectID)
  /// With the root of the working tree; what a sparse checkout leaves out is read from the tree.
  case workingFiles(String, over: ObjectID)

  fileprivate var tree: ObjectID {
    switch self {
    case .tree(let tree), .workingFiles(_, over: let tree): tree
    }
  }
}

/// Reads the manifests of packages.
package struct PackageFiles {
  private let source: PackageSource

  /// In bytes; what is larger is no manifest that could be read.
  private static let greatestSize = 1 << 18
  /// As deep as systems follow links.
  private static let mostLinks = 40

  package init(_ source: PackageSource) {
    self.source = source
  }

  /// `Package.swift` and its variants for other versions of Swift; none where there is no package.
  package func manifests(
    in folder: TreePath,
    _ repository: borrowing Repository
  ) throws -> [(name: String, bytes: [UInt8])] {
    if case .workingFiles(let root, _) = source {
      let path = folder.isRoot ? root : "\(root)/\(folder)"
      if LocalFile.kind(at: path) != nil { return try manifests(inDirectory: path) }
    }
    guard let tree = try repository.tree(at: folder, in: source.tree) else { return [] }
    var manifests: [(name: String, bytes: [UInt8])] = []
    for entry in try repository.entries(of: tree) where ManifestFileName(entry.name) != nil {
      guard let blob = try file(entry, in: folder, repository) else { continue }
      try Self.check(repository.header(of: blob)?.size ?? 0, folder, entry.name)
      manifests.append((entry.name, try repository.blob(blob)))
    }
    return manifests
  }

  private func manifests(inDirectory path: String) throws -> [(name: String, bytes: [UInt8])] {
    guard LocalFile.kind(at: path) == .directory else { return [] }
    return try LocalFile.names(in: path).filter { ManifestFileName($0) != nil }.sorted()
      .compactMap { name in
        try LocalFile.read("\(path)/\(name)").map { (name, $0) }
      }
  }

  /// The file that an entry is, or that it leads to as a link.
  private func file(
    _ entry: TreeEntry,
    in folder: TreePath,
    _ repository: borrowing Repository
  ) throws -> ObjectID? {
    var (entry, folder) = (entry, folder)
    for _ in 0..<Self.mostLinks {
      if entry.mode.isFile { return entry.id }
      guard entry.mode == .link else { return nil }
      let target = String(decoding: try repository.blob(entry.id), as: UTF8.self)
      guard let place = folder.following(target),
        let next = try repository.entry(at: place, in: source.tree)
      else { return nil }
      (entry, folder) = (next, place.parent)
    }
    return nil
  }

  private static func check(_ size: Int, _ folder: TreePath, _ name: String) throws {
    guard size > greatestSize else { return }
    throw OperationError(
      .invalidPackage,
      "manifest of \(size) bytes, expected at most \(greatestSize)",
      context: folder.appending(TreePath(unchecked: name)).string
    )
  }
}

extension TreePath {
  /// Where a relative path leads from this folder; `nil` outside of the repository.
  fileprivate func following(_ target: String) -> TreePath? {
    guard !Self.isAbsolute(target), let names = Self.names(in: target, from: self) else {
      return nil
    }
    return try? TreePath(names.joined(separator: "/"))
  }
}
