import ProgramTesting
import Testing

struct RequirementStyleTests {
  @Test(arguments: [
    ("compatible", #"{"upToNextMinorFrom":"0.2.0"}"#, "Kitchen, Menu"),
    ("from", #"{"from":"0.2.0"}"#, "Kitchen"),
  ])
  func `all requirements on versions below 1.0.0 are written as the manifest says`(
    style: String,
    requirement: String,
    due: String
  ) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      let manifest = try sandbox.read("Registry/manifest.json")
        .replacing(#""schema""#, with: #""requirements": "\#(style)", "schema""#)
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.commitAll()
      for release in ["Kitchen=0.2.0", "Menu=0.1.0"] {
        let run = try await sandbox.registry("release", release)
        #expect(run.status == 0, "\(run.error)")
      }
      let log = try sandbox.read("Registry/releases/Menu.jsonl")
      #expect(log.contains(#""requires":{"Kitchen":\#(requirement)}"#))
      try sandbox.change("Kitchen", "feat: fry")
      let plan = try await sandbox.registry("plan", "Kitchen=0.3.0", "--no-api-check")
      #expect(plan.output.contains("Menu 0.") == due.contains("Menu"))
    }
  }
}
