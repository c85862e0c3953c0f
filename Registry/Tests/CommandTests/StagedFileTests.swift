import Foundation
import ProgramTesting
import Testing

#if os(Linux)
  /// What a killed process left beside the file that it was writing goes with the next one.
  struct StagedFileTests {
    private func names(in folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func `an archive that was killed leaves nothing behind the next one`() async throws {
      try await Sandbox.with(["Menu"]) { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        let folder = "\(sandbox.folder)/out"
        try FileManager.default.createDirectory(
          atPath: folder,
          withIntermediateDirectories: false
        )
        // Of other files, or nobody's.
        let others = ["menu.zip.part", "menu.zip.0123456g.part", "other.zip.01234567.part"]
        for name in others { try Data().write(to: URL(filePath: "\(folder)/\(name)")) }
        var (change, kills, leftovers) = (1, 0, 0)
        while true {
          let run = try await sandbox.registry(
            ["archive", "Menu", "1.0.0", "--output", "\(folder)/menu.zip"],
            killSwitch: .kill(before: change, below: folder, tearing: true)
          )
          let found = try names(in: folder).filter { !others.contains($0) }
          guard run.signal == Int(SIGKILL) else {
            #expect(run.status == 0, "\(run.error)")
            #expect(found == ["menu.zip"])
            break
          }
          kills += 1
          leftovers += found.count { $0 != "menu.zip" }
          #expect(found.count { $0 != "menu.zip" } <= 1, "\(found)")
          change += 1
        }
        #expect(kills > 2 && leftovers > 0)
        #expect(try others.allSatisfy(names(in: folder).contains))
      }
    }

    @Test func `an interface that was not kept leaves nothing behind the next one`() async throws {
      try await Sandbox.with(["Menu"]) { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        try sandbox.write("public func cook() {}\n", to: "Components/Menu/Sources/Menu/Menu.swift")
        try sandbox.commitAll("feat: write the menu")
        let folder = "\(sandbox.repository)/.registry/cache/api"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func compare(_ killSwitch: KillSwitch? = nil) async throws -> Program.Run {
          try await sandbox.registry(
            ["diff", "Menu", "1.0.0", "--api"],
            environment: Sandbox.toolchain,
            killSwitch: killSwitch
          )
        }
        // The first changes only prepare the folder.
        var leftovers = 0
        for change in 2...6 where leftovers == 0 {
          let killed = try await compare(.kill(before: change, below: folder, tearing: true))
          #expect(killed.signal == Int(SIGKILL))
          leftovers = try names(in: folder).count { !$0.hasSuffix(".json") }
        }
        #expect(leftovers == 1)
        #expect(try await compare().status == 0)
        // Two interfaces, and how they differ.
        let kept = try names(in: folder)
        #expect(kept.count == 3 && kept.allSatisfy { $0.hasSuffix(".json") }, "\(kept)")
      }
    }
  }
#endif
