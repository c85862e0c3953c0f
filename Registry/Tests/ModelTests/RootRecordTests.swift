import Base
import Git
import Model
import Testing
import Versions

/// Records of releases of a component whose tree no commit has.
@Suite struct RootRecordTests {
  private static let line = releaseLine("1.0.0").replacing(#""format":1"#, with: #""format":11"#)
    .replacing(
      #","requires""#,
      with: #","parts":{"Sources":["040000","\#(Digits.tree)"]},"requires""#
    )

  @Test func `a record names what its tree is made of, and is written as it was read`() throws {
    let release = try #require(try log(Self.line).releases.first)
    #expect(
      try release.parts == [
        TreePath("Sources"): TreePart(.tree, ObjectID(hex: Digits.tree))
      ]
    )
    #expect(LogRecord.release(release).line == Self.line)
  }

  @Test func `the tag of such a release is its version alone`() throws {
    let name = try ComponentName("ChefSourcing")
    let root = try #require(try log(Self.line).releases.first)
    let other = try #require(try log(releaseLine("1.0.0")).releases.first)
    #expect(root.tagName(of: name) == "1.0.0")
    #expect(other.tagName(of: name) == "ChefSourcing/1.0.0")
    let naming = TagNaming(of: name, at: .root)
    #expect(try naming.version(of: "1.2.0") == SemanticVersion("1.2.0"))
    #expect(naming.version(of: "v1.2.0") == nil)
    #expect(naming.version(of: "1.2") == nil)
  }

  @Test
  func `a record names the folder of what its tree is made of, and has the tag of any folder`()
    throws
  {
    let line = Self.line.replacing(#""format":11"#, with: #""folder":"Core","format":11"#)
    let release = try #require(try log(line).releases.first)
    #expect(release.folder?.string == "Core")
    #expect(LogRecord.release(release).line == line)
    #expect(release.tagName(of: try ComponentName("Core")) == "Core/1.0.0")
  }

  @Test(arguments: [
    (
      #""format":11"#, #""folder":".","format":11"#,
      "folder: expected a folder below the root, found '.'"
    ),
    (
      #""format":11"#, #""format":10"#,
      "parts: unknown key 'parts'\nhelp: a record that has it is of format 11"
    ),
    (
      #"["040000","\#(Digits.tree)"]"#, #"["040000"]"#,
      "parts.Sources: expected a mode of git and an object name"
    ),
    (#""Sources":["#, #"".":["#, #"parts["."]: expected a path inside the component, found '.'"#),
  ])
  func `parts are checked`(old: String, new: String, message: String) {
    let line = Self.line.replacing(old, with: new)
    #expect(refusal { _ = try log(line) } == "ChefSourcing.jsonl:1: \(message)")
  }
}
