import Base
import ManifestEditor
import Model
import SeededNumbers
import Testing

@Suite struct JSONTests {
  private func refusal(_ bytes: [UInt8]) -> String {
    ModelTests.refusal {
      _ = try ManifestDocument(reading: bytes, file: "m.json")
    }
  }

  private static let conflict = """
    m.json:2: unresolved merge conflict
    help: resolve it, commit the merge, then 'registry resolve'
    """

  @Test(arguments: [
    ("", "m.json:1: expected a value, found the end"),
    ("\n\n", "m.json:3: expected a value, found the end"),
    (
      "{\"a\": 1,}",
      "m.json:1: expected a key in double quotes, found '}'\nhelp: remove the comma before it"
    ),
    (
      "{\"a\": [1,\n ]}",
      "m.json:2: a[1]: expected a value, found ']'\nhelp: remove the comma before it"
    ),
    (
      "{\n  // a comment\n}",
      "m.json:2: expected a key in double quotes, found a comment\n"
        + "help: remove the comment: JSON has none"
    ),
    (
      "{\"a\": 1 /* a comment */}",
      "m.json:1: expected ',' or '}', found a comment\nhelp: remove the comment: JSON has none"
    ),
    ("{\"a\" 1}", "m.json:1: a: expected ':', found '1'"),
    ("{\"a\": }", "m.json:1: a: expected a value, found '}'"),
    (
      "{\"a\": 1 \"b\": 2}",
      "m.json:1: expected ',' or '}', found '\"'\nhelp: put a comma before it"
    ),
    ("[1 2]", "m.json:1: expected ',' or ']', found '2'"),
    ("{}\nx", "m.json:2: expected the end, found 'x'"),
    ("{} {}", "m.json:1: expected the end, found '{'"),
    ("{\"a\": tru}", "m.json:1: a: expected 'true', found 't'"),
    ("{\"a\": 01}", "m.json:1: expected ',' or '}', found '1'"),
    ("{\"a\": -}", "m.json:1: a: expected a digit, found '}'"),
    ("{\"a\": 1.}", "m.json:1: a: expected a digit, found '}'"),
    ("{\"a\": .5}", "m.json:1: a: expected a value, found '.'"),
    ("{\"a\": 'b'}", "m.json:1: a: expected a value, found '''"),
    ("{\"a\": \"b", "m.json:1: a: unterminated string"),
    ("{\"a\": \"b\\", "m.json:1: a: unterminated string"),
    ("{\"a\": \"\\x\"}", "m.json:1: a: expected an escape sequence, found 'x'"),
    ("{\"a\": \"\\u12g4\"}", "m.json:1: a: expected four hexadecimal digits, found 'g'"),
    ("{\"a\": \"\\ud83d\"}", "m.json:1: a: lone surrogate '\\ud83d'"),
    ("{\"a\": \"\\ud83d\\u0041\"}", "m.json:1: a: lone surrogate '\\ud83d'"),
    ("{\"a\": \"\\ude00\"}", "m.json:1: a: lone surrogate '\\ude00'"),
    (
      "{\"a\": \"b\nc\"}",
      "m.json:1: a: a string contains a line break or a control character\nhelp: escape it"
    ),
    ("{\"a\": 1,\n \"a\": 2}", "m.json:2: a: duplicate key 'a', first on line 1"),
    ("{\"a\": {\"b c\": [0, x]}}", "m.json:1: a[\"b c\"][1]: expected a value, found 'x'"),
    (
      "\u{FEFF}{}",
      "m.json:1: the file starts with a byte order mark\nhelp: save as UTF-8 without it"
    ),
    ("{\n<<<<<<< HEAD\n", conflict), ("{\"a\": 1\n=======\n", conflict),
    ("[]", "m.json:1: expected an object, found an array"),
    ("{}", "m.json:1: missing key 'schema'"),
  ])
  func `malformed text is refused where it breaks`(text: String, message: String) {
    #expect(refusal(Array(text.utf8)) == message)
  }

  @Test func `bytes that are no UTF-8 are refused with their line`() {
    #expect(
      refusal(Array("{\n\"a\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8))
        == "m.json:2: invalid UTF-8\nhelp: save the file as UTF-8"
    )
  }

  @Test func `64 levels are read and one more is refused`() {
    func nested(_ levels: Int) -> [UInt8] {
      let brackets = ["[", "]"].map { String(repeating: $0, count: levels) }
      return Array(brackets.joined(separator: "0").utf8)
    }
    #expect(refusal(nested(64)) == "m.json:1: expected an object, found an array")
    #expect(refusal(nested(65)).hasSuffix("nested deeper than 64 levels"))
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `a million levels are refused before they are entered`(opening: String) {
    let bomb = Array(String(repeating: opening, count: 1_000_000).utf8)
    #expect(refusal(bomb).hasSuffix("nested deeper than 64 levels"))
  }

  @Test func `random damage to a manifest never traps and is never half-read`() throws {
    let original = Array(manifestText.utf8)
    let whole = try document(manifestText).manifest
    var generator = SplitMix(seed: 8)
    for _ in 0..<3_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        guard let index = bytes.indices.randomElement(using: &generator) else { break }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.removeSubrange(index...)
        }
      }
      do {
        let read = try ManifestDocument(reading: bytes, file: "m.json")
        #expect(Array(read.text.utf8) == bytes)
        let canonical = try ManifestDocument(read.manifest, file: "m.json")
        #expect(canonical.manifest == read.manifest)
        #expect(read.manifest.components.count <= whole.components.count + 1)
      } catch {
        #expect(error.place?.file == "m.json" && error.place?.position?.line != nil, "\(error)")
      }
    }
  }

  @Test func `strings survive being written and read`() throws {
    let texts = [
      "", "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}", "é e\u{301} 🧍‍♀️ \u{2028}", "\u{10FFFF}",
    ]
    for text in texts {
      let manifest =
        #"{"$schema": \#(JSONValue.string(text).compact), "components": {}, "#
        + #""schema": 1, "scope": "s"}"#
      let read = try document(manifest).manifest.schemaLocation
      #expect(read.map { Array($0.utf8) } == Array(text.utf8))
    }
    let escaped =
      #"{"$schema": "\ud83e\uddcd\u0041\/", "components": {}, "schema": 1, "scope": "s"}"#
    #expect(try document(escaped).manifest.schemaLocation == "🧍A/")
  }

  @Test func `compact text is sorted by bytes and has no spaces`() {
    let value = JSONValue.object([
      "b": .array([.null, .bool(true), .number("1E400")]), "B": .object([:]), "é": .string("x"),
      "a": .integer(-1),
    ])
    #expect(value.compact == #"{"B":{},"a":-1,"b":[null,true,1E400],"é":"x"}"#)
  }
}
