import Base
import Mirror
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// The tags that such a repository had.
extension MirrorTakeoverTests {
  @Test(arguments: Kind.allCases)
  func `tags with a release's files are taken, and others are listed and stay`(
    _ kind: Kind
  ) throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepository(tags: "1.0.0", "1.1.0", "v0.9.0", "nightly")
    let tags = try git("for-each-ref", "refs/tags")
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    let takeover = try mirror(kind).components.first?.takeover
    #expect(takeover?.taken.map(\.description) == ["1.0.0"])
    #expect(takeover?.otherTags == ["1.1.0", "v0.9.0"])
    #expect(try subjects() == ["Menu 1.2.0", "By hand again", "By hand"])
    #expect(
      try git("for-each-ref", "refs/tags").split(separator: "\n")
        .filter { !$0.hasSuffix("refs/tags/1.2.0") }.joined(separator: "\n") == tags
    )
    #expect(try mirror(kind).components.first?.written == [])
  }

  /// The package manager reads each of these as 1.0.0.
  @Test(arguments: Kind.allCases, ["v1.0.0", "1.0", "v1.0", "01.0.0"])
  func `a version has one commit, however its tag is written`(_ kind: Kind, _ tag: String) throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepository(tags: tag)
    try scratch.bump("Menu", "1.0.0")
    let takeover = try mirror(kind).components.first?.takeover
    #expect(takeover?.taken == [tag] && takeover?.different == [] && takeover?.otherTags == [])
    #expect(try git("tag") == tag)
    // The same without the record.
    try scratch.git("rm", "-q", "Registry/mirrors/Menu.json")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    #expect(try mirror(kind).components.first?.takeover?.taken == [tag])
    #expect(try git("tag").split(separator: "\n").sorted() == ["1.1.0", tag[...]].sorted())
  }

  @Test(arguments: Kind.allCases)
  func `a tag with other files stays the only one of its version`(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepository(tags: "v1.0.0", "1.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let takeover = try mirror(kind).components.first?.takeover
    #expect(takeover?.taken == [] && takeover?.different == ["v1.0.0"])
    #expect(takeover?.otherTags == ["1.0", "v1.0.0"])
    #expect(try git("tag") == "1.0\n1.1.0\nv1.0.0")
  }

  @Test(arguments: Kind.allCases)
  func `a version that someone else tagged is refused by the name of the tag`(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.git("init", "-q", "--bare", "-b", "main", folder + "/Menu.git")
    try scratch.bump("Menu", "1.0.0")
    _ = try mirror(kind)
    let theirs = try git("rev-parse", "main")
    try git("tag", "v1.1.0", theirs)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let error = #expect(throws: OperationError.self) { try mirror(kind) }
    #expect(
      error?.message
        == "the repository of 'Menu' has the tag 'v1.1.0' on another commit than the release 1.1.0,"
        + " and clients read it as this version"
    )
    #expect(try git("tag") == "1.0.0\nv1.1.0")
    // It is left to the others, and a newer version takes its place.
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.1.0"),
      reason: "taken",
      context: .test()
    ).run(in: scratch.workspace())
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    _ = try mirror(kind)
    #expect(try git("tag") == "1.0.0\n1.2.0\nv1.1.0")
    #expect(try git("rev-parse", "v1.1.0") == theirs)
  }
}
