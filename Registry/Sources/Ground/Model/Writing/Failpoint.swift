import Base

/// The steps at which a write can be stopped, so that tests can show that stopping does no harm; in
/// the order of a write.
///
/// The environment variable `REGISTRY_FAILPOINT` stops a process at a step: `NAME:kill` ends it as
/// a power cut would, `NAME:fail` causes an error. Documentation/reference/write-protocol.md explains
/// the steps.
package enum Failpoint: String, CaseIterable, Sendable {
  case lockTaken = "lock-taken"
  case locksRemoved = "locks-removed"
  case repairDerived = "repair-derived"
  case repaired = "repaired"
  case planned = "planned"
  case blobsWritten = "blobs-written"
  case commitWritten = "commit-written"
  case objectsSynced = "objects-synced"
  case noteWritten = "note-written"
  case branchMoved = "branch-moved"
  case tagMade = "tag-made"
  case tagRemoved = "tag-removed"
  case folderMoved = "folder-moved"
  case fileStaged = "file-staged"
  case fileReplaced = "file-replaced"
  case filesWritten = "files-written"
  case indexWritten = "index-written"
  case readBack = "read-back"
  case noteRemoved = "note-removed"
  case treeStaged = "tree-staged"
  case layoutBegun = "layout-begun"
  case fileLaidOut = "file-laid-out"
  case layoutMoved = "layout-moved"
  case layoutRecorded = "layout-recorded"
}

/// The action at each failpoint; none, except in tests.
package struct FailureInjection: Sendable {
  private let reach: @Sendable (Failpoint) throws -> Void

  /// Creates an injection that calls `reach` at each failpoint; what it throws ends the write
  /// there.
  package init(_ reach: @escaping @Sendable (Failpoint) throws -> Void) {
    self.reach = reach
  }

  /// Reaches a failpoint, which throws or ends the process if that is to be tested.
  package func callAsFunction(_ point: Failpoint) throws {
    try reach(point)
  }

  /// The value of `REGISTRY_FAILPOINT`, read once.
  package static let environment = FailureInjection(
    reading: CurrentProcess.variable("REGISTRY_FAILPOINT")
  )

  /// Ends the process at once, without any cleanup.
  package static func killing(at point: Failpoint) -> FailureInjection {
    FailureInjection { if $0 == point { CurrentProcess.endAtOnce() } }
  }

  private init(reading value: String?) {
    guard let value else {
      self.init { _ in }
      return
    }
    let parts = value.split(separator: ":")
    let point = parts.first.flatMap { Failpoint(rawValue: String($0)) }
    switch (point, parts.dropFirst().first) {
    case (let point?, "kill"): self = .killing(at: point)
    case (let point?, "fail"):
      self.init { reached in
        guard reached == point else { return }
        throw OperationError(.inputOutput, "failed at '\(point.rawValue)', as asked")
      }
    default:
      // A misspelled name must not look like a run in which nothing failed.
      self.init { _ in
        throw OperationError(.other, "unknown failpoint '\(value)'")
      }
    }
  }
}
