import Base
import Git
import Model

/// Follows the links of a folder to what is committed, anywhere in the repository.
struct LinkResolution {
  /// The tree of the whole commit.
  let root: ObjectID
  let folder: TreePath
  /// The paths that the release leaves out, from the root.
  private let omits: Set<TreePath>

  /// - Parameter form: Of the folder, with all that it leaves out.
  init(of form: ReleaseForm, in folder: TreePath, root: ObjectID) throws {
    (self.root, self.folder) = (root, folder)
    omits = Set(try form.omits.map { folder.appending(try TreePath($0.description)) })
  }

  /// The target of a link.
  struct End {
    let object: PublishedObject
    /// From the root.
    let place: TreePath
  }

  /// The number of links that systems follow.
  private static let mostLinks = 40

  /// The file or folder that a link finally leads to; `nil` if it is left out.
  ///
  /// - Parameter link: With its path in the folder.
  func end(
    of link: TreeListing.Item,
    in repository: borrowing Repository
  ) throws -> End? {
    var place = folder.appending(link.path).parent.names
    let target = String(decoding: try repository.blob(link.id), as: UTF8.self)
    var open = Array(try steps(of: target, link).reversed())
    var followed = 0
    while let name = open.popLast() {
      if name == "." { continue }
      if name == ".." {
        guard place.popLast() != nil else {
          throw refusal(of: link, target, "points outside the repository")
        }
        continue
      }
      place.append(name)
      // A path that no tree may contain is not committed.
      let path = try? TreePath(place.joined(separator: "/"))
      if let path, omits.contains(path) { return nil }
      let entry = try path.flatMap { try repository.entry(at: $0, in: root) }
      switch entry?.mode {
      case .tree: continue
      case .file, .executable: if open.isEmpty { continue }
      case .submodule: throw refusal(of: link, target, "points into a submodule")
      case .link:
        followed += 1
        guard followed <= Self.mostLinks, let entry else {
          throw refusal(of: link, target, "is part of a cycle of links")
        }
        place.removeLast()
        let text = String(decoding: try repository.blob(entry.id), as: UTF8.self)
        open += try steps(of: text, link).reversed()
        continue
      case nil: break
      }
      throw refusal(
        of: link,
        target,
        "points to '\(place.joined(separator: "/"))', which is not committed"
      )
    }
    return try object(at: place, link, target, in: repository)
  }

  private func object(
    at place: [Substring],
    _ link: TreeListing.Item,
    _ target: String,
    in repository: borrowing Repository
  ) throws -> End {
    let path = try TreePath(place.joined(separator: "/"))
    guard let entry = try repository.entry(at: path, in: root) else {
      throw refusal(of: link, target, "points to nothing")
    }
    let object = entry.id
    switch entry.mode {
    case .executable: return End(object: PublishedObject(.executable, object), place: path)
    case .tree:
      guard !folder.isInside(path) else {
        throw refusal(of: link, target, "points to a folder that contains the component")
      }
      if let omitted = omits.sorted().first(where: { $0.isInside(path) }) {
        throw refusal(
          of: link,
          target,
          "points to '\(path)', of which '\(omitted)' is left out",
          help: "leave out the link too with 'export-ignore' in '.gitattributes', or put what is to"
            + " be published in its place"
        )
      }
      return End(object: PublishedObject(.folder, object), place: path)
    case .file, .link, .submodule:
      return End(object: PublishedObject(.file, object), place: path)
    }
  }

  private func steps(of target: String, _ link: TreeListing.Item) throws -> [Substring] {
    guard !target.utf8.isEmpty, !TreePath.isAbsolute(target) else {
      throw refusal(of: link, target, target.utf8.isEmpty ? "has no target" : "is absolute")
    }
    return TreePath.names(in: target)
  }

  private func refusal(
    of link: TreeListing.Item,
    _ target: String,
    _ fault: String,
    help: String = "a release contains the file or folder that a link points to: commit it in this"
      + " repository, or replace the link with it"
  ) -> OperationError {
    OperationError(
      .linkLeavesFolder,
      "the link '\(link.path)' to '\(target)' \(fault)",
      help: help
    )
  }
}
