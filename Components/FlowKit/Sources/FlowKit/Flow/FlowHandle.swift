/// The starter's side of a running flow.
public struct FlowHandle: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a handle that calls `onCancel` each time the starter cancels.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Asks the flow to stop; it still answers exactly once, and a flow past its point of no return
  /// may answer that it completed.
  public func cancel() {
    onCancel()
  }
}
