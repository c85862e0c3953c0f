import Base
import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct ConfigurationTests {
  let scratch = Scratch.current

  @Test func `a value that is set is read, the last one counting`() throws {
    try scratch.git("config", "registry.manifest", "Tools/manifest.json")
    try scratch.git("config", "--add", "registry.manifest", "Other/manifest.json")
    let configuration = try scratch.open().configuration()
    #expect(configuration["registry.manifest"] == "Other/manifest.json")
    #expect(configuration["registry.other"] == nil)
  }

  @Test(arguments: [("true", true), ("Yes", true), ("1", true), ("off", false), ("0", false)])
  func `yes and no are read in git's spellings`(value: String, expected: Bool) throws {
    try scratch.git("config", "registry.flag", value)
    #expect(try scratch.open().configuration().bool("registry.flag") == expected)
  }

  @Test func `another value of a flag is refused`() throws {
    try scratch.git("config", "registry.flag", "maybe")
    #expect(
      throws: OperationError(
        .invalid,
        "invalid value 'maybe' of 'registry.flag' in git's configuration, expected true or false"
      )
    ) { try scratch.open().configuration().bool("registry.flag") }
  }

  @Test func `a person without a name is told how to set it`() throws {
    try scratch.git("config", "user.email", "ada@example.com")
    #expect(
      throws: OperationError(
        .noIdentity,
        "git's configuration has no 'user.name'",
        help: "set it with 'git config --global user.name …'"
      )
    ) { try scratch.open().configuredSignature(at: GitTime(seconds: 0)) }
  }

  @Test func `a person's name and email come from the configuration`() throws {
    try scratch.git("config", "user.name", "Ada")
    try scratch.git("config", "user.email", "ada@example.com")
    let time = GitTime(seconds: 1_700_000_000, offset: 60)
    #expect(try scratch.open().configuredSignature(at: time) == .ada())
  }

  @Test func `every beginning of a URL that stands for another one counts`() throws {
    try scratch.git("config", "--add", "url.https://a.example/.insteadOf", "https://b.example/")
    try scratch.git("config", "--add", "url.https://a.example/.insteadOf", "file:///srv/")
    try scratch.git("config", "--add", "url.https://a.example/.pushInsteadOf", "ssh://c/")
    let configuration = try scratch.open().configuration()
    for url in ["https://b.example/x", "file:///srv/x", "ssh://c/x"] {
      #expect(configuration.rewrites(url))
    }
    #expect(!configuration.rewrites("https://a.example/x"))
  }

  @Test(arguments: ["", " ", "a<b", "a\nb"])
  func `a name that git could not read back is refused`(name: String) {
    #expect(
      code { _ = try Signature(name: name, email: "a@b", time: GitTime(seconds: 0)) }
        == .noIdentity
    )
  }
}
