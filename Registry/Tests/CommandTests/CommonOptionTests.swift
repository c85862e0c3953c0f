import Foundation
import ProgramTesting
import Testing

/// The options that most commands have.
struct CommonOptionTests {
  @Test func `short names do what the long ones do`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let first = "Menu 1.0.0 would be released, its first release\n"
      for arguments in [["--dry-run", "--directory", "Components"], ["-n", "-C", "Components"]] {
        let run = try await sandbox.registry(["release"] + arguments)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix(first))
      }
      #expect(try sandbox.git("tag") == "")
      let elsewhere = try await sandbox.registry("status", "-C", "/nowhere")
      #expect(elsewhere.status == 1)
      #expect(elsewhere.error.contains("'/nowhere'"))
      try await sandbox.registry("release", "-q")
      let quiet = try await sandbox.registry("release", "-q")
      #expect(quiet.error == "")
    }
  }

  @Test func `color is used where it is asked for, and where a terminal shows it`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      func error(_ arguments: String...) async throws -> String {
        try await sandbox.registry(["log", "Soup"] + arguments).error
      }
      let (usual, never) = (try await error(), try await error("--color", "never"))
      #expect(usual.hasPrefix("error: "))
      #expect(never == usual)
      let always = try await error("--color", "always")
      #expect(always.hasPrefix("\u{1B}[31merror:\u{1B}[0m "))
      let wrong = try await error("--color", "blue")
      #expect(wrong.contains("'blue'"))
    }
  }

  @Test func `the options of all commands come last in the help, in a section of their own`()
    async throws
  {
    try await Sandbox.with { sandbox in
      for verb in ["bump", "status", "sync"] {
        let help = try await sandbox.registry("help", verb).output
        let common = try #require(
          help.components(separatedBy: "COMMON OPTIONS:\n").dropFirst().first
        )
        for option in ["--json", "-q, --quiet", "--color", "-C, --directory", "--manifest"] {
          #expect(common.contains("  \(option)"), "\(verb): \(option)")
        }
        #expect(!common.contains("--dry-run"))
      }
    }
  }
}
