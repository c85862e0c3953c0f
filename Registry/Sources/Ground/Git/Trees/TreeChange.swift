/// One path at which two trees differ.
package struct TreeChange: Hashable, Sendable {
  package let path: TreePath
  /// What the older tree has there; `nil` if the path was added.
  package let old: TreeEntry?
  /// What the newer tree has there; `nil` if the path was removed.
  package let new: TreeEntry?
}
