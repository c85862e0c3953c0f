import RegistryModel
import Versioning

/// The places below `.registry` where a scaffold's pinned tree is laid out and built.
package struct ScaffoldLayout: Sendable {
  /// The folder of all scaffolds, from the root of the working tree.
  private static let rootName = ".registry"

  /// Of all scaffolds together, and the folders from there on.
  private let root: String
  private let folders: [String]
  private let folder: String

  /// - Parameter directory: The root of the working tree.
  init(of scaffold: ScaffoldName, in directory: String) {
    self.init(at: [scaffold.text], in: directory)
  }

  /// - Parameter names: Of the folders that lead there.
  init(at names: [String], in directory: String) {
    root = "\(directory)/\(Self.rootName)"
    var folders = [root]
    for name in names { folders.append("\(folders[folders.count - 1])/\(name)") }
    self.folders = folders
    folder = folders[folders.count - 1]
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

  /// What the last run came to that had nothing to do, for a scaffold as it was asked for.
  static func receipt(of asked: String?, in directory: String) -> String? {
    guard let asked else { return "\(directory)/\(rootName)/.receipt" }
    return (try? ScaffoldName(asked)).map { "\(directory)/\(rootName)/.receipt-\($0)" }
  }

  var lock: String { "\(folder)/lock" }

  /// Makes the folders, and lets git pass over them.
  func prepare() throws(OperationError) {
    for path in folders {
      // A link would lead the files elsewhere.
      if let kind = LocalFile.kind(at: path), kind != .directory {
        throw OperationError(
          .notADirectory,
          "'\(path)' is no folder, and the pinned trees are laid out there",
          help: "move it out of the way"
        )
      }
      try LocalFile.makeDirectory(path)
    }
    let ignored = "\(root)/.gitignore"
    if LocalFile.kind(at: ignored) == nil {
      try unifyingErrors {
        try StagedReplacement(path: ignored, staging: "\(ignored).new")
          .replace(with: Array("*\n".utf8))
      }
    }
  }
}

extension OperationError.Code {
  package static let notADirectory = Self(rawValue: "not-a-directory")
}
