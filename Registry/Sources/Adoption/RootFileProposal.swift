import Git
import GitValues
import PackageRules
import Workspace

/// The files of the root that are to be added to releases of components without a licence.
struct RootFileProposal {
  /// The tree of the whole commit.
  let root: ObjectID

  /// - Parameter components: The trees of their folders.
  /// - Returns: No paths if each component has a licence, or the root has none.
  func files(
    for components: [ObjectID],
    in repository: borrowing Repository
  ) throws -> [TreePath] {
    let files = try repository.entries(of: root).filter(\.mode.isFile).map { try TreePath($0.name) }
    guard files.contains(where: \.isLicence) else { return [] }
    var isNeeded = components.isEmpty
    for tree in components where !isNeeded {
      isNeeded = try !repository.entries(of: tree).contains { try TreePath($0.name).isLicence }
    }
    return isNeeded ? files.filter { $0.isLicence || $0.isNotice } : []
  }
}

extension TreePath {
  /// Whether it is what some licences ask to be passed on beside them.
  fileprivate var isNotice: Bool {
    ["notice", "notice.md", "notice.txt"].contains(name.lowercased())
  }
}
