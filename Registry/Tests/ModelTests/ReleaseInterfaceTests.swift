import Base
import Model
import Versions
import Testing

/// What lines of a release log say of public interfaces.
@Suite struct ReleaseInterfaceTests {
  @Test(arguments: [
    (ReleaseInterface(.first), #"{"change":"first"}"#),
    (ReleaseInterface(.unchecked), #"{"change":"unchecked"}"#),
    (ReleaseInterface(.noLibrary), #"{"change":"no-library"}"#),
    (
      ReleaseInterface(.additive, since: version("0.9.0")),
      #"{"change":"additive","since":"0.9.0"}"#
    ),
    (
      ReleaseInterface(.breaking, since: version("0.9.0"), accepted: "nobody uses it"),
      #"{"accepted":"nobody uses it","change":"breaking","since":"0.9.0"}"#
    ),
  ])
  func `a line says what became of the interface`(
    interface: ReleaseInterface,
    text: String
  ) throws {
    var release = try #require(try log(releaseLine("1.0.0")).releases.first)
    release.interface = interface
    let line = LogRecord.release(release).line
    #expect(
      line
        == releaseLine("1.0.0")
        .replacing(#""format":1,"#, with: #""format":2,"interface":\#(text),"#)
    )
    #expect(try log(line).releases == [release])
  }

  @Test(arguments: [
    (#""format":2"#, "missing key 'interface'"),
    (
      #""format":1,"interface":{"change":"first"}"#,
      "unknown key 'interface'\nhelp: a record that has it is of format 2"
    ),
    (
      #""format":2,"interface":{"change":"large"}"#,
      "interface.change: unknown change 'large'\n"
        + "help: known here: unchanged, additive, breaking, first, no-library, unchecked"
    ),
    (
      #""format":2,"interface":{"change":"first","colour":"red"}"#,
      "interface.colour: unknown key 'colour'\nhelp: known here: accepted, change, rules, since"
    ),
  ])
  func `refuses a line that is neither of one format nor of the other`(
    form: String,
    expected: String
  ) {
    let line = releaseLine("1.0.0").replacing(#""format":1"#, with: form)
    #expect(refusal { _ = try log(line) }.hasSuffix(expected))
  }
}

/// A version that the test itself spells.
private func version(_ text: String) -> SemanticVersion {
  guard let version = try? SemanticVersion(text) else { fatalError("'\(text)' is no version") }
  return version
}
