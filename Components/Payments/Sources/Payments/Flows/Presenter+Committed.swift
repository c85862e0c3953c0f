import FlowKit

extension Presenter {
  /// Shows what has happened already: a person who backs out here, or a presenter that is gone,
  /// does not undo it.
  ///
  /// The page does not wait, so that there is nothing here to back out of.
  func showCommitted(_ page: Page, key: String) async {
    try? await show(page, key: key)
  }
}
