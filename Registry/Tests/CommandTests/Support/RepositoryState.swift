/// What of a repository tells the state before a write from the state after it.
struct RepositoryState: Equatable, Sendable {
  let tags: String
  /// What git says of index and working files.
  let status: String
  /// The registry's files, without the times and the objects that differ from run to run.
  let files: [String]
  /// What is signed: signatures of the same differ from run to run.
  let signed: String
  /// The changelog of the branch that a release is proposed on.
  let proposal: String

  private static let paths = [
    "Registry/manifest.json", "Registry/releases/Kitchen.jsonl", "Registry/releases/Menu.jsonl",
    "Registry/resolved.json", "CHANGELOG.md", ".gitattributes",
  ]

  init(of sandbox: Sandbox) throws {
    tags = try sandbox.git("tag", "--list")
    let arguments = ["status", "--porcelain=v2", "--untracked-files=all"]
    // A damaged repository has a state too, which is neither of the good ones.
    status = (try? sandbox.git(arguments)) ?? "unreadable"
    proposal = (try? sandbox.git("cat-file", "blob", "proposal:CHANGELOG.md").scrubbed) ?? "none"
    signed = (try? sandbox.git("ls-files", "Registry/signatures")) ?? "unreadable"
    files = Self.paths.map { (try? sandbox.read($0).scrubbed) ?? "none" }
  }
}
