import Foundation
import ProgramTesting
import Testing

#if os(Linux)
  /// Laying out is ended at its changes to files, and must be finished by the next run, with nothing
  /// outside of its folder changed.
  ///
  /// `make torture` takes every change; otherwise some of them stand for all.
  struct SyncSweepTests {
    /// A repository whose pinned tree is laid out, and differs from what is to be laid out next in
    /// files that change, come and go.
    private func withChange(_ body: (Sandbox) async throws -> Void) async throws {
      try await Sandbox.with { sandbox in
        try await WritingVerb.pin.prepare(sandbox)
        try await sandbox.registry(WritingVerb.pin.arguments)
        try sandbox.write("one\n", to: "App/Sources/One/One.swift")
        try sandbox.write("two\n", to: "App/Sources/Two.swift")
        try sandbox.commitAll("Add sources")
        try await sandbox.registry("sync")
        try sandbox.write("// newer\n", to: "App/Package.swift")
        try sandbox.write("one\n", to: "App/Sources/One.swift")
        try sandbox.git("rm", "-q", "-r", "App/Sources/One")
        try sandbox.commitAll("Move on")
        try sandbox.save("before")
        try await body(sandbox)
      }
    }

    /// What is laid out and where it stands among the working files of another index.
    private func laidOut(_ sandbox: Sandbox) throws -> String {
      try sandbox.shell(
        """
        rm -rf index && export GIT_DIR=repository/.git GIT_INDEX_FILE="$PWD/index"
        git --work-tree=repository/.registry/app/tree add -A --force . 2>/dev/null
        git write-tree
        """
      )
    }

    private func others(_ sandbox: Sandbox) throws -> [String: String] {
      try sandbox.everything().filter { path, _ in
        !path.hasPrefix(".registry") && !path.hasPrefix(".git/objects") && path != ".git/index"
      }
    }

    private func tree(_ run: Program.Run) throws -> String {
      struct Layout: Decodable { let tree: String }
      return try JSONDecoder().decode(Layout.self, from: Data(run.output.utf8)).tree
    }

    @Test(arguments: [false, true])
    func `a sync ended at any change is finished by the next run`(_ isFull: Bool) async throws {
      try await withChange { sandbox in
        let folder = sandbox.repository + "/.registry"
        let counts = sandbox.folder + "/count"
        try await sandbox.registry("sync", killSwitch: .count(below: folder, into: counts))
        let count = try String(contentsOfFile: counts, encoding: .utf8)
        let changes = try #require(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(changes > 10)
        let steps = stride(from: 1, through: changes, by: Sweep.isTorture ? 1 : max(1, changes / 6))
        for change in steps {
          try sandbox.restore("before")
          let before = try others(sandbox)
          let run = try await sandbox.registry(
            ["sync"],
            killSwitch: isFull
              ? .fail(ENOSPC, from: change, below: folder) : .kill(before: change, below: folder)
          )
          if isFull, run.status != 0 {
            #expect(run.status == 1)
            #expect(
              // Git says it in its own words where it writes an index.
              run.error.lowercased().contains(/no space left on device|out of diskspace/),
              "\(change): \(run.error)"
            )
          }
          let next = try await sandbox.registry("sync", "--json")
          #expect(next.status == 0, "\(change): \(next.error)")
          #expect(try laidOut(sandbox) == tree(next), "\(change)")
          #expect(try others(sandbox) == before, "\(change)")
        }
        if Sweep.isTorture { print("torture: sync, full disk \(isFull): \(changes) times") }
      }
    }

    @Test(arguments: [false, true])
    func `several at once lay out the same tree`(isFirst: Bool) async throws {
      try await withChange { sandbox in
        if isFirst { try sandbox.shell("rm -r repository/.registry") }
        let runs = try await withThrowingTaskGroup(of: Program.Run.self) { group in
          for _ in 0..<4 { group.addTask { try await sandbox.registry("sync", "--json") } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        for run in runs {
          #expect(run.status == 0, "\(run.error)")
          #expect(try tree(run) == laidOut(sandbox))
        }
      }
    }
  }
#endif
