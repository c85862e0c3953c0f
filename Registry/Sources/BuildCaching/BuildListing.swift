import Files
import GitValues
import Workspace

/// All files of a build of a tree, with their contents and the times by which SwiftPM knows that
/// nothing has to be compiled.
struct BuildListing: Equatable, Sendable {
  let tree: ObjectID
  /// Each folder before its content.
  let entries: [Entry]

  struct Entry: Equatable, Sendable {
    /// From the folder of the place: `build/…`, or `tree/…` for a source.
    let path: TreePath
    let kind: Kind
    let permissions: UInt16
    /// In nanoseconds since 1970.
    let modified: Int
  }

  enum Kind: Equatable, Sendable {
    case file(ContentID, size: Int)
    /// With its target.
    case link([UInt8])
    case folder
    /// A file of the tree, of which git has the content.
    case source(size: Int)
  }

  /// Whether SwiftPM itself writes a file of the tree: its resolution belongs to the build.
  static func isResolution(_ path: TreePath) -> Bool {
    path.names.first == "tree" && path.isPackageResolution
  }

  /// The entries with stored content.
  var contents: [(id: ContentID, size: Int)] {
    entries.compactMap { entry in
      if case .file(let id, let size) = entry.kind { (id, size) } else { nil }
    }
  }
}

/// The contents of files that have the size and the time that a listing says, by which SwiftPM, too,
/// knows a file.
struct KnownContents: Sendable {
  private let entries: [TreePath: BuildListing.Entry]

  /// - Parameter listing: `nil` if nothing is known.
  init(_ listing: BuildListing?) {
    let pairs = (listing?.entries ?? []).map { ($0.path, $0) }
    entries = Dictionary(pairs) { first, _ in first }
  }

  /// `nil` if it is not known.
  func content(of path: TreePath, _ facts: FileFacts) -> ContentID? {
    guard let entry = entries[path], case .file(let id, facts.size) = entry.kind,
      entry.modified == facts.stamp.modified
    else { return nil }
    return id
  }
}
