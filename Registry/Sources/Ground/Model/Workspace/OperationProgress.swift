/// The progress of an operation that can take over a second.
package struct OperationProgress: Hashable, Sendable {
  /// The task in a word or two, such as `verifying`.
  package let task: String
  package let completed: Int
  package let total: Int

  package init(_ task: String, completed: Int, total: Int) {
    self.task = task
    self.completed = completed
    self.total = total
  }
}
