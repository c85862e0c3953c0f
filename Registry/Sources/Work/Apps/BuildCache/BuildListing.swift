import Base
import Git
import Model

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

extension BuildListing.Entry {
  /// The content of a file that has the size and the time of the entry, by which SwiftPM, too, knows a
  /// file; `nil` for others.
  func content(of file: FileFacts) -> ContentID? {
    guard case .file(let id, file.size) = kind, modified == file.stamp.modified else { return nil }
    return id
  }
}
