import Base
import Git
import Model
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct ManifestLocationTests {
  let scratch = Scratch.current

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? OperationError)?.message
    }
  }

  @Test func `git's own directory stands for the root of the working tree`() throws {
    try scratch.makeMonorepo()
    for folder in [".git", ".git/refs/heads"] {
      let workspace = try Workspace(directory: "\(scratch.path)/\(folder)")
      #expect(workspace.manifestPath.description == "Registry/manifest.json")
    }
  }

  @Test(arguments: ["", "/manifest.json", "../manifest.json"])
  func `a configured place that is no path in the repository is told as such`(_ path: String)
    throws
  {
    try scratch.makeMonorepo()
    try scratch.git("config", "registry.manifest", path)
    #expect(
      message { _ = try scratch.workspace() }
        == "'registry.manifest' is '\(path)', expected a path from the root of the repository"
    )
  }

  @Test func `a workspace inside a checkout uses the manifest of the repository`() throws {
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.sync()
    let workspace = try Workspace(directory: "\(scratch.path)/.registry/app/tree/Components/Menu")
    #expect(workspace.manifestPath.description == "Registry/manifest.json")
  }
}
