import Git
import GitValues
import RegistryModel

/// Follows the links of a folder to what is committed, wherever in the repository that is.
struct LinkResolution {
  /// Of the whole commit.
  let root: ObjectID
  let folder: TreePath

  /// As deep as systems follow links.
  private static let mostLinks = 40

  /// The file or the folder that a link leads to in the end.
  ///
  /// - Parameter link: With its path in the folder.
  func end(
    of link: TreeListing.Item,
    in repository: borrowing Repository
  ) throws -> PublishedObject {
    var place = folder.appending(link.path).parent.names
    let target = try target(of: link, in: repository)
    var open = Array(try steps(of: target, link).reversed())
    var followed = 0
    while let name = open.popLast() {
      if name == "." { continue }
      if name == ".." {
        guard place.popLast() != nil else {
          throw refusal(of: link, target, "leads out of the repository")
        }
        continue
      }
      place.append(name)
      switch try entry(at: place, in: repository)?.mode {
      case .tree: continue
      case .file, .executable: if open.isEmpty { continue }
      case .submodule: throw refusal(of: link, target, "leads into a submodule")
      case .link:
        followed += 1
        guard followed <= Self.mostLinks, let next = try entry(at: place, in: repository) else {
          throw refusal(of: link, target, "leads in a circle")
        }
        place.removeLast()
        let text = String(decoding: try repository.blob(next.id), as: UTF8.self)
        open += try steps(of: text, link).reversed()
        continue
      case nil: break
      }
      throw refusal(
        of: link,
        target,
        "leads to '\(place.joined(separator: "/"))', which is not committed"
      )
    }
    return try object(at: place, link, target, in: repository)
  }

  private func object(
    at place: [Substring],
    _ link: TreeListing.Item,
    _ target: String,
    in repository: borrowing Repository
  ) throws -> PublishedObject {
    let path = try TreePath(place.joined(separator: "/"))
    guard let entry = try repository.entry(at: path, in: root) else {
      throw refusal(of: link, target, "leads nowhere")
    }
    let object = entry.id
    switch entry.mode {
    case .executable: return PublishedObject(.executable, object)
    case .tree:
      guard !folder.isInside(path) else {
        throw refusal(of: link, target, "leads to a folder that the component lies in")
      }
      return PublishedObject(.folder, object)
    case .file, .link, .submodule: return PublishedObject(.file, object)
    }
  }

  private func entry(
    at place: [Substring],
    in repository: borrowing Repository
  ) throws -> TreeEntry? {
    // What no tree may hold is not committed either.
    guard let path = try? TreePath(place.joined(separator: "/")) else { return nil }
    return try repository.entry(at: path, in: root)
  }

  private func target(
    of link: TreeListing.Item,
    in repository: borrowing Repository
  ) throws -> String {
    String(decoding: try repository.blob(link.id), as: UTF8.self)
  }

  private func steps(of target: String, _ link: TreeListing.Item) throws -> [Substring] {
    guard !target.utf8.isEmpty, target.utf8.first != UInt8(ascii: "/") else {
      throw refusal(of: link, target, target.utf8.isEmpty ? "has no target" : "is absolute")
    }
    return target.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }

  private func refusal(
    of link: TreeListing.Item,
    _ target: String,
    _ fault: String
  ) -> OperationError {
    OperationError(
      .linkLeavesFolder,
      "the link '\(link.path)' to '\(target)' \(fault)",
      help: "a release has the file or folder that a link leads to: commit that in this repository,"
        + " or put it in the place of the link"
    )
  }
}

extension OperationError.Code {
  package static let linkLeavesFolder = Self(rawValue: "link-leaves-folder")
}
