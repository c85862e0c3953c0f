import FlowKit

/// Runs work on one reference one piece after another, each to its end.
///
/// The work runs in a task of its own, not the caller's: whoever asked for it may be cancelled, but
/// money that moved is still written down.
actor WorkQueues {
  private var last: [OrderReference: (number: Int, task: Task<Void, Never>)] = [:]
  private var count = 0

  func run<Value: Sendable>(
    _ reference: OrderReference,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let previous = last[reference]?.task
    let task = Task {
      await previous?.value
      return try await work()
    }
    count += 1
    let number = count
    last[reference] = (number, Task { _ = await task.result })
    let result = await task.result
    if last[reference]?.number == number { last[reference] = nil }
    return try result.get()
  }
}
