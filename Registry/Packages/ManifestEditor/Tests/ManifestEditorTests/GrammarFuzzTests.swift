import ManifestEditor
import Testing

/// No text takes the reader more than its stack or misses its deadline.
///
/// An overflow ends the tests; a missed deadline is an error of its own.
@Suite struct GrammarFuzzTests {
  @Test(arguments: 1...4)
  func `no nesting and repetition of grammar exhausts the reader`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<40 {
      let text = GrammarText(using: &random).text
      do throws(ManifestError) {
        _ = try read(package("targets: []", before: text))
      } catch {
        #expect(
          !error.message.contains("longer than") && !error.message.contains("too long"),
          "\(text.prefix(2000))"
        )
      }
    }
  }

  /// Or the texts would be so odd that none of them reaches the parser.
  @Test func `many of the texts are given to the parser`() {
    var random = SplitMix(seed: 99)
    let count = (0..<60).count { _ in
      let text = GrammarText(using: &random).text
      do throws(ManifestError) {
        _ = try read(package("targets: []", before: text))
        return true
      } catch {
        return error.message == "syntax error"
      }
    }
    #expect(count > 20)
  }
}

/// Pieces of Swift's grammar in each other, behind each other and cut short.
struct GrammarText {
  let text: String

  init(using random: inout SplitMix) {
    let wraps = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Self.wraps.randomElement(using: &random) ?? ("", "")
    }
    let depth = wraps.isEmpty ? 0 : Int.random(in: 1...(20 / wraps.count), using: &random)
    var text = ["", "let x = ", "let x: ", "\n"].randomElement(using: &random) ?? ""
    let before = Self.pieces(using: &random, upTo: 1)
    for _ in 0..<depth { text += wraps.map { $0.0 + before }.joined() }
    let inner = Self.pieces(using: &random, upTo: 3)
    let count = [1, 1, 10, 100, 1000].randomElement(using: &random) ?? 1
    text += String(repeating: inner, count: min(count, 8000 / (inner.utf8.count + 1)))
    for _ in 0..<depth { text += wraps.reversed().map(\.1).joined() }
    let copies = [1, 1, 3, 30].randomElement(using: &random) ?? 1
    let separator = [" ", "\n", ", ", ""].randomElement(using: &random) ?? ""
    if text.utf8.count * copies < 8000 {
      text = Array(repeating: text, count: copies).joined(separator: separator)
    }
    if Int.random(in: 0..<8, using: &random) == 0 {
      text = String(text.prefix(Int.random(in: 0...text.count, using: &random)))
    }
    self.text = text
  }

  private static func pieces(using random: inout SplitMix, upTo count: Int) -> String {
    (0..<Int.random(in: 0...count, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private static let wraps = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("A<", ">"), ("f(", ")"), ("a[", "]"), ("if a {", "}"),
    ("if a({", "}) {}"), ("while a {", "}"), ("for a in a {", "}"), ("switch a { case 1: ", "\n}"),
    ("func a() {", "}"), ("func a(a: A = ", ") {}"), ("func a<A: ", ">() {}"), ("@A(", ")"),
    ("@a<", ">"), ("@available(*, message: ", ")"), ("#if a\n", "\n#endif\n"), ("#a(", ")"),
    ("\"\\(", ")\""), ("\"\"\"\n\\(", ")\n\"\"\""), ("{ (", ") in 1 }"), ("{ [a = ", "] in 1 }"),
    ("{ (a: A = ", ") in 1 }"), ("a { ", "}"), ("do { ", "} catch {}"), ("class A {", "}"),
    ("var a: A { get {", "} }"), ("guard a else {", "}"), ("if case .a(", ") = a {}"),
    ("a ? (", ") : b"), ("\\.a[", "]"), ("subscript(a: ", ") -> A { 1 }"),
    ("extension A where A == ", " {}"), ("[a: (b: ", ")]"), ("(", ") async throws -> A"),
    ("[1 of ", "]"), ("some (", ")"), ("@escaping (", ") -> B"), ("(@A(", ") B)"), ("[@A ", "]"),
    ("@A<@B(", ")>"), ("\n.a(", ")"), ("a < b, c > (", ")"), ("let x = if a {", "} else { 1 }"),
    ("let x = ", ""), ("where A: ", ""), ("/*", "*/"), ("x { @a(", ") didSet {} }"),
  ]

  private static let pieces = [
    "a", "1", "\"x\"", "A.B", ".a", "a?.b", "a!", "a + ", "a < ", "<", ">", "a ? b : c", "a ? ",
    ", ", "; ", "\n", "let ", "var ", "let x = 1", "func a()", "if ", "else ", "if a {} else ",
    "for ", "while ", "repeat ", "do {}", "catch ", "switch ", "case ", "return ", "try ",
    "try await ", "async ", "async throws -> ", "-> A ", "actor ", "public ", "private(set) ",
    "@a ",
    "@A(1) ", "#a() ", "#if a\n#endif\n", "\\.a", "\\", "some ", "each ", "inout ", "consume ",
    "as! A ", "is A ", "& ", "- ", "...", "= ", "== ", "&& ", "_ ", "init()", "operator ",
    "precedencegroup ", "typealias A = ", "import a", "extension A ", "where ", "A::B",
    "protocol A: B ", "enum A", "class ", "yield ", "unowned(safe) ", "repeat each ", "()", "[0]",
    "{}", "a: ", "a: 1, ", "a(b) ", "a(b)\n", "\"\\(a)\" ", "\"\"\"\nx\n\"\"\"\n", "#\"x\"# ",
    "#/a/# ", " / ", "/a/ ", "// x\n", "`a` ", "é ", "1.5 ", "throws(A) ", "A<B> ", "[A: B] ",
    "(A) -> B ", "A? ", "@available(*, deprecated) ", "#sourceLocation()\n", "'", "\"", "\"\"\"",
    "/*", "<#", "#", "`", "(", ")", "[", "]", "{", "}",
  ]
}
