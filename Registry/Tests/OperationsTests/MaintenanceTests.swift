import Base
import Foundation
import Apps
import Git
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Maintenance of the repository while it is written to.
@Suite(.scratchRepository)
struct MaintenanceTests {
  let scratch = Scratch.current

  /// Removes everything that no reference leads to, at each step of a write.
  private var pruning: FailureInjection {
    FailureInjection { [scratch] _ in
      // As in a bare repository, which has no logs of references.
      try scratch.git("reflog", "expire", "--expire=now", "--all")
      try scratch.git("gc", "-q", "--prune=now")
    }
  }

  @Test(arguments: WritingVerb.allCases)
  func `git gc --prune=now at any step of a write loses nothing`(_ verb: WritingVerb) throws {
    try verb.arrange(scratch)
    try verb.run(at: scratch.path, failures: pruning)
    #expect(
      try scratch.versions(of: "Menu")
        == (verb == .undo ? [] : verb == .bump ? ["1.0.0", "1.1.0"] : ["1.0.0"])
    )
    #expect(try scratch.git("status", "--porcelain") == "")
    try scratch.git("fsck", "--strict", "--full")
  }

  @Test func `git gc --prune=now at any step of a snapshot loses nothing`() throws {
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.change("Menu")
    let snapshot = Snapshot(
      version: try SemanticVersion("1.0.0"),
      context: .test(failures: pruning)
    )
    let commit = try #require(try snapshot.run(in: scratch.workspace()).commit)
    #expect(try scratch.git("rev-parse", "app/1.0.0^{commit}") == commit.hex)
    try scratch.git("fsck", "--strict", "--full")
  }

  @Test func `a write that is repeated after what it had stored was removed is made`() throws {
    try WritingVerb.bump.arrange(scratch)
    try WritingVerb.bump.run(at: scratch.path)
    let made = try scratch.git("rev-parse", "HEAD")
    let version = try SemanticVersion("1.1.0")
    _ = try UndoRelease(component: "Menu", version: version, context: .test())
      .run(in: scratch.workspace())
    // The objects of the release are there still, and nothing leads to them.
    #expect(try scratch.open().contains(ObjectID(hex: made)))
    try WritingVerb.bump.run(at: scratch.path, failures: pruning)
    #expect(try scratch.versions(of: "Menu") == ["1.0.0", "1.1.0"])
    try scratch.git("fsck", "--strict", "--full")
  }

  @Test func `the packs of many writes are merged, as git's settings say`() throws {
    try scratch.makeMonorepo()
    try scratch.git("config", "gc.autoDetach", "false")
    try scratch.git("config", "gc.autoPackLimit", "3")
    for minor in 0..<8 {
      try scratch.change("Menu", "feat: dish \(minor)")
      try scratch.bump("Menu", "1.\(minor).0")
      #expect(try scratch.open().unkeptPackCount() <= 3)
    }
    try scratch.git("config", "gc.autoPackLimit", "0")
    for minor in 8..<13 {
      try scratch.change("Menu", "feat: dish \(minor)")
      try scratch.bump("Menu", "1.\(minor).0")
    }
    #expect(try scratch.open().unkeptPackCount() > 3)
    try scratch.git("fsck", "--strict", "--full")
  }
}
