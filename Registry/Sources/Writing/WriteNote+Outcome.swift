import Git
import GitValues

extension WriteNote {
  /// Whether the branch, which is at `tip` now, was moved as noted and still contains that commit.
  func happened(branchAt tip: ObjectID, in repository: borrowing Repository) throws -> Bool {
    if tip == to { return true }
    guard tip != from, repository.contains(to) else { return false }
    guard try repository.isAncestor(to, of: tip) else { return false }
    // If the branch was to go back and still contains the commit that it was to leave, it has not
    // gone back.
    let isForward = try repository.commit(to).parents.contains(from)
    return try isForward || from == .zero || !repository.isAncestor(from, of: tip)
  }
}
