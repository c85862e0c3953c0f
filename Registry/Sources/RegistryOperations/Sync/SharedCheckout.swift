import Dispatch
import Git
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a listing's files, many of them on all processors at once.
struct SharedCheckout {
  let listing: TreeListing
  let directory: String

  /// What one processor writes before it is worth another one's while to open the repository.
  private static let fewest = 500

  func run(in repository: borrowing Repository) throws(GitError) {
    let count = min(
      ProcessInfo.processInfo.activeProcessorCount,
      listing.items.count / Self.fewest
    )
    guard count > 1 else { return try repository.write(listing, into: directory) }
    let parts = listing.split(into: count)
    let gitDirectory = repository.gitDirectory
    let failures = Mutex<[GitError]>([])
    DispatchQueue.concurrentPerform(iterations: parts.count) { number in
      do throws(GitError) {
        // A repository belongs to one task, so each part has its own.
        try Repository.open(at: gitDirectory).write(parts[number], into: directory)
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    if let failure = failures.withLock({ $0.first }) { throw failure }
  }
}
