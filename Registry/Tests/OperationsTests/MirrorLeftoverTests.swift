import Foundation
import Git
import Mirror
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What killed runs leave in a mirrored repository.
@Suite(.scratchRepository)
struct MirrorLeftoverTests {
  let scratch = Scratch.current
  private var folder: String { scratch.folder + "/mirror" }

  private func mirror() throws {
    _ = try MirrorReleases(to: MirrorTarget(folder), context: .test()).run(in: scratch.workspace())
  }

  @Test func `nothing stays of a killed run, and what another git holds does`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try mirror()
    let menu = "\(folder)/Menu.git"
    // Of a deletion that was done, of a pack, and of a git that is at work.
    let ours = [
      "refs/tags/0.9.0.lock", "refs/yanked/0.9.0.lock", "packed-refs.lock",
      "objects/registry-pack/keep", "objects/registry-pack/pack_git2_0123456789abcdef",
    ]
    for name in ours {
      let file = URL(filePath: "\(menu)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data().write(to: file)
    }
    let other = "\(menu)/refs/heads/main.lock"
    try Data("\(ObjectID.emptyTree)\n".utf8).write(to: URL(filePath: other))
    try mirror()
    for name in ours {
      #expect(!FileManager.default.fileExists(atPath: "\(menu)/\(name)"), "\(name)")
    }
    #expect(FileManager.default.fileExists(atPath: other))
  }

  @Test func `a lock of a killed run is none of the next release`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try mirror()
    let menu = "\(folder)/Menu.git"
    // Killed while it moved the branch to 1.0.0.
    let commit = try scratch.git("--git-dir", menu, "rev-parse", "1.0.0")
    try scratch.git("--git-dir", menu, "update-ref", "-d", "refs/heads/main")
    try Data("\(commit)\n".utf8).write(to: URL(filePath: "\(menu)/refs/heads/main.lock"))
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try mirror()
    #expect(
      try scratch.git("--git-dir", menu, "rev-parse", "main")
        == scratch.git("--git-dir", menu, "rev-parse", "1.1.0")
    )
  }
}
