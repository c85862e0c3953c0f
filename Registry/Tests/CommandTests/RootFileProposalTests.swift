import ProgramTesting
import Testing

/// The licence of a repository, which `init` lists for components that have none.
struct RootFileProposalTests {
  private static let files =
    Sandbox.library("packages/Kitchen") + Sandbox.library("packages/Menu")
    + ["LICENSE.txt": "Do as you like.\n", "NOTICE": "Made by cooks.\n", "README.md": "Hello\n"]

  @Test func `the licence of the root goes into releases of components without one`() async throws {
    var files = Self.files
    files["packages/Menu/LICENSE"] = nil
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(
        run.output.contains(
          """
          root files, for releases of components that have none
            LICENSE.txt, NOTICE

          no findings
          """
        )
      )
      #expect(
        try sandbox.read("Registry/manifest.json")
          .contains(#"  "rootFiles": ["LICENSE.txt", "NOTICE"],"#)
      )
      #expect(try await sandbox.registry("lint").output == "checked 2 components: no findings\n")
      try await sandbox.registry("release", "--no-api-check", "--verify", "none")
      try await sandbox.registry("archive", "Menu", "1.0.0")
      let archived = try sandbox.shell("unzip -Z1 '\(sandbox.repository)/Menu-1.0.0.zip'")
      #expect(archived.contains("Menu-1.0.0/LICENSE.txt"))
      // What a person removes stays out.
      let manifest = try sandbox.read("Registry/manifest.json")
        .replacing(#"  "rootFiles": ["LICENSE.txt", "NOTICE"],"# + "\n", with: "")
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.commitAll("List no files of the root")
      #expect(try await sandbox.registry("init").output.contains("root files") == false)
    }
  }

  @Test func `nothing is listed where each component has a licence, or the root has none`()
    async throws
  {
    for files in [Self.files, Sandbox.library("packages/Menu") + ["NOTICE": "Made by cooks.\n"]] {
      try await Sandbox.withForeign(files) { sandbox in
        let output = try await sandbox.registry("init").output
        let manifest = try sandbox.read("Registry/manifest.json")
        #expect(!output.contains("root files") && !manifest.contains("rootFiles"))
      }
    }
  }
}
