import FlowKit
import FlowTesting
import Testing

@testable import TerminalPresenter

struct KeyDecoderTests {
  static let sequences: [(String, [Key])] = [
    ("a", [.character("a")]), ("é", [.character("é")]), ("麻", [.character("麻")]),
    ("🍚", [.character("🍚")]), ("e\u{301}", [.character("e"), .character("\u{301}")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\r\n", [.enter]), ("\n\n", [.enter, .enter]),
    ("\r\r", [.enter, .enter]), ("\t", [.tab]), ("\u{1B}[Z", [.backTab]),
    ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\u{1B}[3~", [.delete]),
    ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
    ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OC", [.right]), ("\u{1B}OD", [.left]),
    ("\u{1B}[H", [.home]), ("\u{1B}OH", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[7~", [.home]),
    ("\u{1B}[F", [.end]), ("\u{1B}OF", [.end]), ("\u{1B}[4~", [.end]), ("\u{1B}[8~", [.end]),
    ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}OM", [.enter]),
    ("\u{1B}[1;5C", [.right]), ("\u{1B}[3;2~", [.delete]),
    ("\u{3}", [.control("c")]), ("\u{4}", [.control("d")]), ("\u{15}", [.control("u")]),
    ("\u{17}", [.control("w")]), ("\u{1A}", [.control("z")]), ("\u{0}", [.control("@")]),
    ("\u{1B}[200~two\nlines\u{1B}[A\u{1B}[201~x", [.paste("two\nlines\u{1B}[A"), .character("x")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    // What means nothing is swallowed whole.
    ("\u{1B}[2~x", [.character("x")]), ("\u{1B}[15~x", [.character("x")]),
    ("\u{1B}OPx", [.character("x")]), ("\u{1B}[[Ax", [.character("x")]),
    ("\u{1B}[?1;2cx", [.character("x")]), ("\u{1B}[>0;95;0cx", [.character("x")]),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}x", [.character("x")]),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\x", [.character("x")]),
    ("\u{1B}P1$r0m\u{1B}\\x", [.character("x")]), ("\u{1B}xy", [.character("y")]),
    // What is broken off by a key gives the key.
    ("\u{1B}[1\u{3}", [.control("c")]), ("\u{1B}[\u{1B}[A", [.up]),
    ("\u{1B}\u{3}", [.escape, .control("c")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[200~lost\u{3}", [.control("c")]),
  ]

  @Test(arguments: sequences)
  func `a sequence becomes its keys`(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes.utf8) == keys)
    #expect(!decoder.isWaiting)
  }

  @Test(arguments: sequences)
  func `a sequence may be split at any byte`(bytes: String, keys: [Key]) {
    let bytes = Array(bytes.utf8)
    for split in bytes.indices {
      var decoder = KeyDecoder()
      #expect(decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...]) == keys)
    }
  }

  @Test func `an escape alone is a key once the caller gives up waiting`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.giveUpWaiting() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.giveUpWaiting() == [])
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]11;", "\u{1B}P"])
  func `a sequence that is never completed is dropped`(bytes: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes.utf8) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.giveUpWaiting() == [])
    #expect(decoder.decode("x".utf8) == [.character("x")])
  }

  @Test(
    arguments: [
      [0x80], [0xFF, 0xFE], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xC2, 0x9B],
    ] as [[UInt8]]
  )
  func `bytes that are no text are dropped`(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes + Array("x".utf8)) == [.character("x")])
  }

  @Test func `a paste keeps its beginning when it is too long`() {
    var decoder = KeyDecoder()
    let text = String(repeating: "a", count: KeyDecoder.longestPaste)
    let keys = decoder.decode("\u{1B}[200~\(text)more\u{1B}[201~x".utf8)
    #expect(keys == [.paste(text), .character("x")])
  }

  @Test(arguments: 0..<64)
  func `random bytes give the same keys in one piece and in many, and never the wrong ones`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    // Escape sequences are far too rare among bytes that are all equally likely.
    let pieces = Self.sequences.map { Array($0.0.utf8) } + (0...255).map { [UInt8($0)] }
    var bytes: [UInt8] = []
    for _ in 0..<400 { bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)] }
    var whole = KeyDecoder()
    let keys = whole.decode(bytes)
    var split = KeyDecoder()
    var splitKeys: [Key] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(7, rest.count), using: &random)
      splitKeys += split.decode(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(splitKeys == keys)
    for case .character(let character) in keys {
      #expect(String(character).printable == String(character))
      #expect(character.unicodeScalars.count == 1)
    }
    // Whatever came before, Ctrl-C is heard: at once, or in a paste that has not ended.
    #expect(whole.decode([0x03]).last == .control("c"))
  }
}
