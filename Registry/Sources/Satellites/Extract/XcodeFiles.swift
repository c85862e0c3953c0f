import Base
import Content
import Git
import Model
import Versions

/// Files of Xcode's that name targets and products, which it knows how to change: schemes, test plans
/// and projects, and what XcodeGen and Tuist make projects from.
struct XcodeFiles {
  /// Of the whole commit.
  let root: ObjectID

  private static let kinds = [".pbxproj", ".xcscheme", ".xctestplan"]
  private static let mostNames = 5

  /// A note for those that name what a new package has.
  ///
  /// - Parameter names: Of its targets and products.
  func notes(
    on unit: Extraction.Unit,
    named names: Set<String>,
    in workspace: borrowing Workspace
  ) throws -> [String] {
    let words = names.flatMap { ["\"\($0)\"", "= \($0);", " \($0)\n"] }.map { Array($0.utf8) }
    var found: [TreePath] = []
    for file in try workspace.repository.files(in: root, where: Self.isOfXcode) {
      let bytes = try workspace.repository.unverifiedBlob(file.id)
      if words.contains(where: { bytes.firstRange(of: $0) != nil }) { found.append(file.path) }
    }
    if found.isEmpty { return [] }
    let list = found.map { "'\($0)'" }.shortList(Self.mostNames)
    return [
      "Xcode's files name what is now in '\(unit.folder)': add that package to the project or"
        + " workspace, and check \(list)"
    ]
  }

  private static func isOfXcode(
    _ entry: TreeEntry,
    in repository: borrowing Repository
  ) throws -> Bool {
    if entry.mode.isFile, kinds.contains(where: { entry.name.hasSuffix($0) }) { return true }
    return try TreeSurvey.isGenerator(entry, in: repository)
  }
}
