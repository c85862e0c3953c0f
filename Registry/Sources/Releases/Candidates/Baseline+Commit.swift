package import Git
package import GitValues
package import RegistryModel

extension Baseline {
  /// The tree of the whole commit; `nil` if the commit is not in this clone.
  package func root(in repository: borrowing Repository) throws -> ObjectID? {
    guard try repository.header(of: source)?.kind == .commit else { return nil }
    return try repository.commit(source).tree
  }
}
