import Dispatch
import Git
import Synchronization
import Workspace

/// Does the same for many repositories, several at once.
///
/// There may be more workers than processors: most of the time they wait for servers.
final class MirrorWorkers<Item: Sendable, Value: Sendable>: Sendable {
  private let items: [Item]
  private let gitDirectory: String
  private let work: @Sendable (Item, borrowing Repository) throws -> Value
  private let finished: @Sendable () -> Void
  private let next = Mutex(0)
  private let values: Mutex<[Result<Value, OperationError>?]>

  /// - Parameter work: Gets a repository of its worker, which stores in memory.
  init(
    _ items: [Item],
    gitDirectory: String,
    finished: @escaping @Sendable () -> Void,
    _ work: @escaping @Sendable (Item, borrowing Repository) throws -> Value
  ) {
    (self.items, self.gitDirectory) = (items, gitDirectory)
    (self.finished, self.work) = (finished, work)
    values = Mutex(Array(repeating: nil, count: items.count))
  }

  /// The values in the order of the items.
  func run(_ count: Int) -> [Result<Value, OperationError>] {
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "registry mirror", attributes: .concurrent)
    for _ in 0..<min(count, items.count) { queue.async(group: group) { self.runOne() } }
    group.wait()
    return values.withLock(\.self).compactMap(\.self)
  }

  private func runOne() {
    do {
      let repository = try Repository.open(at: gitDirectory)
      try repository.storeInMemory()
      while let index = take() {
        let item = items[index]
        let value = Result { () throws(OperationError) in
          try unifyingErrors { try work(item, repository) }
        }
        note(value, index)
      }
    } catch {
      while let index = take() { note(.failure(OperationError(error)), index) }
    }
  }

  private func take() -> Int? {
    next.withLock { next in
      defer { next += 1 }
      return next < items.count ? next : nil
    }
  }

  private func note(_ value: Result<Value, OperationError>, _ index: Int) {
    values.withLock { $0[index] = value }
    finished()
  }
}
