/// Starting over, as often as is sensible, whenever the branch has moved on from what was looked at.
enum Attempts {
  static let most = 5

  static var exhausted: OperationError {
    OperationError(
      .locked,
      "the branch was moved by others \(most) times meanwhile",
      help: "try again when less is going on"
    )
  }

  /// What `attempt` returns the first time that it does not throw ``OperationError/Code/movedMeanwhile``.
  static func whileMoved<Result>(
    _ context: WriteContext,
    _ attempt: () throws(OperationError) -> Result
  ) throws(OperationError) -> Result {
    for _ in 0..<most {
      do throws(OperationError) {
        return try attempt()
      } catch  where error.code == .movedMeanwhile {
        startOver(context)
      }
    }
    throw exhausted
  }

  static func startOver(_ context: WriteContext) {
    context.progress("the branch has moved meanwhile, starting over")
  }
}
