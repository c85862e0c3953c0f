import Files
import RegistryModel
import Versioning
package import Workspace

/// The places where a scaffold's pinned tree is laid out and built: below `.registry`, or in a folder
/// that clones share.
package struct ScaffoldLayout: Sendable {
  /// What this program keeps beside the tree lies here, too.
  package let folder: String
  /// Where the folder lies below `.registry`; `nil` if it does not.
  private let own: (shared: RegistryFolder, name: String)?

  /// - Parameter directory: The root of the working tree.
  init(of scaffold: ScaffoldName, in directory: String) {
    let shared = RegistryFolder(in: directory)
    own = (shared, scaffold.text)
    folder = "\(shared.path)/\(scaffold)"
  }

  /// - Parameter folder: The absolute path of a folder outside of any working tree.
  package init(inFolder folder: String) {
    self.folder = folder
    own = nil
  }

  /// The files themselves, and nothing of this program's beside them.
  package var tree: String { "\(folder)/tree" }

  /// Where the package manager builds, so that it leaves the tree alone.
  package var build: String { "\(folder)/build" }

  /// What is in the tree.
  var record: String { "\(folder)/layout" }

  /// The name of the tree that is being laid out.
  var pending: String { "\(folder)/layout.pending" }

  /// New files, before they go to their places.
  var staging: String { "\(folder)/staging" }

  /// What an earlier run came to, for a scaffold as it was asked for.
  static func receipt(of asked: String?, in directory: String) -> String? {
    let root = RegistryFolder(in: directory).path
    guard let asked else { return "\(root)/.receipt" }
    return (try? ScaffoldName(asked)).map { "\(root)/.receipt-\($0)" }
  }

  /// The releases that were found to be what was recorded, of whatever scaffold.
  static func verified(in directory: String) -> String {
    "\(RegistryFolder(in: directory).path)/.verified"
  }

  /// The links to files of the working tree that stand in the tree, a path a line.
  var links: String { "\(folder)/links" }

  package var lock: String { "\(folder)/lock" }

  /// The picture of the last build that was timed.
  package var timings: String { "\(folder)/timings.svg" }

  /// Makes the folders.
  package func prepare() throws(OperationError) {
    if let own {
      _ = try own.shared.preparing(own.name)
    } else {
      try unifyingErrors { try LocalFile.makeDirectories(folder) }
    }
  }

  /// How many folders the tree lies below the root of the working tree.
  var depth: Int { own == nil ? 2 : 3 }
}
