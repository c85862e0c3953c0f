import GitValues

/// All files of a build of a tree, as they are brought back: what is in them, and the times by which
/// the package manager knows that nothing is to be compiled.
struct BuildListing: Equatable, Sendable {
  let tree: ObjectID
  /// Each folder before what is in it.
  let entries: [Entry]

  struct Entry: Equatable, Sendable {
    /// From the folder of the place: `build/…`, or `tree/…` for a source.
    let path: String
    let kind: Kind
    let permissions: UInt16
    /// In nanoseconds since 1970.
    let modified: Int
  }

  enum Kind: Equatable, Sendable {
    case file(ContentID, size: Int)
    /// With where it leads.
    case link([UInt8])
    case folder
    /// A file of the tree, of which git has the content.
    case source(size: Int)
  }

  /// Whether the package manager writes a file of the tree itself: what it resolved belongs to what it
  /// built.
  static func isManagersOwn(_ path: String) -> Bool {
    path.hasPrefix("tree/") && path.hasSuffix("/Package.resolved")
  }

  /// What is named by its content.
  var contents: [(id: ContentID, size: Int)] {
    entries.compactMap { entry in
      if case .file(let id, let size) = entry.kind { (id, size) } else { nil }
    }
  }
}
