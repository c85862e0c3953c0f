import ProgramTesting
import Testing

/// The file that an archive is written to.
struct ArchiveFileTests {
  @Test func `a file that is not the archive is kept, unless it may be replaced`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try await sandbox.registry("release")
      let archive = ["archive", "Menu", "1.0.0"]
      for _ in 1...2 { #expect(try await sandbox.registry(archive).status == 0) }
      try sandbox.write("mine\n", to: "Menu-1.0.0.zip")
      let refused = try await sandbox.registry(archive)
      #expect(refused.status == 1)
      #expect(
        refused.error == """
          error: the file 'Menu-1.0.0.zip' exists and is not this archive
          help: name another file with '--output', or replace it with '--force'

          """
      )
      #expect(try sandbox.read("Menu-1.0.0.zip") == "mine\n")
      #expect(try await sandbox.registry(archive + ["--force"]).status == 0)
      #expect(try await sandbox.registry(archive).status == 0)
    }
  }
}
