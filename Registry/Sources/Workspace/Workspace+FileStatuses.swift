import Foundation
package import Git
package import GitValues

extension Workspace {
  /// The uncommitted changes below each of many folders, in their order, read on all processors.
  ///
  /// - Parameter paths: If there are none, nothing is read.
  package func fileStatuses(below paths: [TreePath]) throws(OperationError) -> [[FileStatus]] {
    // Each processor reads the index, which has to be worth it.
    let shareCount = min(paths.count / 50, ProcessInfo.processInfo.activeProcessorCount)
    guard shareCount > 1 else {
      return try unifyingErrors { try repository.statuses(below: paths) }
    }
    // Neighbours go together: a folder is read once for all that lie in it.
    let places = paths.indices.sorted { paths[$0] < paths[$1] }
    let size = (places.count + shareCount - 1) / shareCount
    let shares = stride(from: 0, to: places.count, by: size)
      .map { Array(places[$0...].prefix(size)) }
    let found = shares.concurrentMap(reading: repository.gitDirectory) { share, repository in
      try repository.statuses(below: share.map { paths[$0] })
    }
    var statuses = paths.map { _ in [FileStatus]() }
    for (share, result) in zip(shares, found) {
      for (index, files) in zip(share, try result.get()) { statuses[index] = files }
    }
    return statuses
  }
}
