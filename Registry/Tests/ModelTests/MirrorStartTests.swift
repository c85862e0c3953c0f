import Base
import Git
import Model
import Versions
import Testing

struct MirrorStartTests {
  private let text = """
    {
      "schema": 1,
      "start": "0123456789012345678901234567890123456789",
      "tags": {
        "1.2.0": "1111111111111111111111111111111111111111",
        "1.10.0": "2222222222222222222222222222222222222222"
      }
    }

    """

  private func read(_ text: String) throws -> MirrorStart {
    try MirrorStart(reading: Array(text.utf8), file: "mirrors/Menu.json")
  }

  @Test func `what is written is read, and written the same`() throws {
    let start = try read(text)
    #expect(start.commit.hex.hasPrefix("0123"))
    #expect(try start.tags[SemanticVersion("1.10.0")]?.hex.hasPrefix("2222") == true)
    #expect(start.text == text)
    #expect(try read(MirrorStart(commit: start.commit, tags: [:]).text).tags.isEmpty)
  }

  @Test(arguments: [
    (#""schema": 1"#, #""schema": 2"#, "schema '2' is not known, expected '1'"),
    (#""schema": 1,"#, "", "missing key 'schema'"),
    (#""tags""#, #""tag""#, "unknown key 'tag'"),
    ("1.2.0", "1.2", "invalid version '1.2'"),
    ("1111\"", "1111x\"", "invalid object name '1111111111111111111111111111111111111111x'"),
    ("\"0123", "\"ABCD", "invalid object name"),
  ])
  func `anything else is refused`(old: String, new: String, message: String) {
    let error = #expect(throws: OperationError.self) {
      try read(text.replacing(old, with: new))
    }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }
}
