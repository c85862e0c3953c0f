import Dispatch
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
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let value = transform(self[index])
      values.withLock { $0[index] = value }
    }
    return values.withLock(\.self).compactMap(\.self)
  }

  /// The same for work that reads a repository: a repository belongs to one task, so each processor
  /// opens its own.
  package func concurrentMap<Value: Sendable>(
    reading gitDirectory: String,
    _ transform: @Sendable (Element, borrowing Repository) throws -> Value
  ) -> [Result<Value, OperationError>] {
    let values = Mutex([Result<Value, OperationError>?](repeating: nil, count: count))
    let next = Mutex(0)
    let processors = Swift.min(count, ProcessInfo.processInfo.activeProcessorCount)
    DispatchQueue.concurrentPerform(iterations: processors) { _ in
      func take() -> Int? {
        next.withLock { next in
          defer { next += 1 }
          return next < count ? next : nil
        }
      }
      do {
        let repository = try Repository.open(at: gitDirectory)
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
}
