import Dispatch
package import Base
package import Git
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Array where Element: Sendable {
  /// The results of `transform` in the same order, computed on all processors.
  package func concurrentMap<Value: Sendable>(_ transform: @Sendable (Element) -> Value) -> [Value]
  {
    let values = Mutex([Value?](repeating: nil, count: count))
    share(among: nil) { take in
      while let index = take() {
        let value = transform(self[index])
        values.withLock { $0[index] = value }
      }
    }
    return values.withLock(\.self).compactMap(\.self)
  }

  /// The same for work that reads a repository: a repository belongs to one task, so each worker opens
  /// its own.
  ///
  /// - Parameters:
  ///   - workers: The number of threads; `nil` for one on each processor. More are of use where the
  ///     work mostly waits, as for servers.
  ///   - prepare: What each worker does with its repository first.
  package func concurrentMap<Value: Sendable>(
    reading gitDirectory: String,
    workers: Int? = nil,
    preparing prepare: @Sendable (borrowing Repository) throws -> Void = { _ in },
    _ transform: @Sendable (Element, borrowing Repository) throws -> Value
  ) -> [Result<Value, OperationError>] {
    let values = Mutex([Result<Value, OperationError>?](repeating: nil, count: count))
    share(among: workers) { take in
      do {
        let repository = try Repository.open(at: gitDirectory)
        try prepare(repository)
        while let index = take() {
          let value = Result { () throws(OperationError) in
            try unifyingErrors { try transform(self[index], repository) }
          }
          values.withLock { $0[index] = value }
        }
      } catch {
        while let index = take() { values.withLock { $0[index] = .failure(OperationError(error)) } }
      }
    }
    return values.withLock(\.self).compactMap(\.self)
  }

  /// Calls `work` on each of several threads with a function that hands out every index once.
  private func share(among workers: Int?, _ work: @Sendable (_ take: () -> Int?) -> Void) {
    let next = Mutex(0)
    let take: @Sendable () -> Int? = { [count] in
      next.withLock { next in
        defer { next += 1 }
        return next < count ? next : nil
      }
    }
    guard let workers else {
      let processors = Swift.min(count, ProcessInfo.processInfo.activeProcessorCount)
      return DispatchQueue.concurrentPerform(iterations: processors) { _ in work(take) }
    }
    // Dispatch limits the work of all loops to the number of processors, and not that of a queue.
    withoutActuallyEscaping(work) { work in
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "concurrent-map", attributes: .concurrent)
      for _ in 0..<Swift.min(count, workers) { queue.async(group: group) { work(take) } }
      group.wait()
    }
  }
}
