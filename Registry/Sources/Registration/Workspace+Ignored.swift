import Git
import GitTool
package import GitValues
package import Workspace

extension Workspace {
  /// A note on a folder of a component that git ignores; none if it does not.
  package func notes(onIgnored folder: TreePath) throws -> [String] {
    guard !repository.isBare, try WorkTree(of: repository).ignores(folder) else { return [] }
    return [
      "git ignores the folder '\(folder)': files that are added there later are not committed unless"
        + " '.gitignore' changes, or the component moves"
    ]
  }
}
