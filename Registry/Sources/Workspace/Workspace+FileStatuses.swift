package import Git
package import GitValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Workspace {
  /// With fewer folders, another processor is not worth reading the index again.
  private static let leastShare = 25

  /// The uncommitted changes below each of many folders, in their order, read on all processors in
  /// the background.
  ///
  /// - Parameter paths: If empty, nothing is read.
  package func fileStatuses(below paths: [TreePath]) -> BackgroundWork<[[FileStatus]]> {
    BackgroundWork { [gitDirectory = repository.gitDirectory] in
      try Self.fileStatuses(below: paths, in: gitDirectory)
    }
  }

  private static func fileStatuses(
    below paths: [TreePath],
    in gitDirectory: String
  ) throws(OperationError) -> [[FileStatus]] {
    // Neighbours are processed together, so that their common folder is read once.
    let places = paths.indices.sorted { paths[$0] < paths[$1] }
    let count = ProcessInfo.processInfo.activeProcessorCount
    let size = max((places.count + count - 1) / count, leastShare)
    let shares = stride(from: 0, to: places.count, by: size)
      .map { Array(places[$0...].prefix(size)) }
    let found = shares.concurrentMap(reading: gitDirectory) { share, repository in
      try repository.statuses(below: share.map { paths[$0] })
    }
    var statuses = paths.map { _ in [FileStatus]() }
    for (share, result) in zip(shares, found) {
      for (index, files) in zip(share, try result.get()) { statuses[index] = files }
    }
    return statuses
  }
}
