import ProgramTesting
import Testing

/// Several processes of the program at once.
struct RaceTests {
  @Test func `bumps of different components all succeed`() async throws {
    let writers = 4
    let rounds = 10
    let names = (0..<writers * rounds).map { "Part\($0)" }
    try await Sandbox.with(names) { sandbox in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<writers {
          group.addTask {
            for round in 0..<rounds {
              let name = names[writer * rounds + round]
              let run = try await sandbox.registry("bump", name, "1.0.0")
              #expect(run.status == 0, "\(name): \(run.error)")
            }
          }
        }
        try await group.waitForAll()
      }
      for name in names { #expect(try sandbox.recordCount(name, "1.0.0") == 1) }
      #expect(try sandbox.git("rev-list", "--count", "HEAD") == "\(names.count + 1)")
      #expect(try sandbox.git("tag", "--list").split(separator: "\n").count == names.count)
      #expect(try sandbox.git("status", "--porcelain") == "")
      try sandbox.git("fsck", "--strict", "--no-dangling")
      let verification = try await sandbox.registry("verify")
      #expect(
        verification.output == "verified 40 components, 40 releases and 40 tags: no faults\n"
      )
    }
  }

  @Test func `of bumps to the same version one releases it and the others say so`() async throws {
    try await Sandbox.with { sandbox in
      let outputs = try await withThrowingTaskGroup(of: Program.Run.self) { group in
        for _ in 0..<4 { group.addTask { try await sandbox.registry("bump", "Menu", "1.0.0") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outputs.allSatisfy { $0.status == 0 })
      let first = outputs.map { $0.output.split(separator: "\n").first }.map { $0 ?? "" }
      #expect(first.count { $0 == "Menu 1.0.0 is released, its first release" } == 1)
      #expect(
        first.count { $0 == "Menu 1.0.0 is released already, with this very content" } == 3
      )
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
      #expect(try sandbox.git("rev-list", "--count", "HEAD") == "2")
    }
  }
}
