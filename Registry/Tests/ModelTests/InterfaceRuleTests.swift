import Model
import Testing

/// The version of the rules by which a release's interface was compared, in its record.
@Suite struct InterfaceRuleTests {
  private static let interface = #""interface":{"change":"additive","rules":1,"since":"0.9.0"}"#
  private static let line = releaseLine("1.0.0")
    .replacing(#""format":1"#, with: #""format":7,\#(interface)"#)

  @Test func `a record keeps the version of the rules`() throws {
    let release = try #require(try log(Self.line).releases.first)
    #expect(release.interface?.rules == 1)
    #expect(LogRecord.release(release).line == Self.line)
    let spaced = Self.line.replacing(#""format":7"#, with: #""format": 7"#)
    #expect(try log(spaced).releases.first == release)
  }

  @Test(arguments: [
    (
      #""format":7"#, #""format":2"#,
      "interface: unknown key 'rules'\nhelp: a record that has it is of format 7"
    ),
    (
      #""rules":1,"#, "", "format: a record of format 7 has something in 'rules' of 'interface'"
    ),
  ])
  func `the format says whether there are rules`(old: String, new: String, message: String) {
    let line = Self.line.replacing(old, with: new)
    #expect(refusal { _ = try log(line) } == "ChefSourcing.jsonl:1: \(message)")
  }
}
