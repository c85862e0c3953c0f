import Git
import GitValues

extension WriteNote {
  /// Whether the branch, which is at `tip` now, was moved as noted and still has that.
  func happened(branchAt tip: ObjectID, in repository: borrowing Repository) throws -> Bool {
    if tip == to { return true }
    guard tip != from, repository.contains(to) else { return false }
    guard try repository.isAncestor(to, of: tip) else { return false }
    // A branch that was to go back is where it was, or further on, if it still has what it was
    // to leave.
    let isForward = try repository.commit(to).parents.contains(from)
    return try isForward || from == .zero || !repository.isAncestor(from, of: tip)
  }
}
