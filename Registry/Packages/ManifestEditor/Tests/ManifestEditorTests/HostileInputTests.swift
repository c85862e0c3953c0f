import ManifestEditor
import Testing

@Suite struct HostileInputTests {
  /// Texts on which the parser itself runs out of stack or takes minutes.
  @Test(
    arguments: [
      HostileText("let x: ", repeating: "["),
      HostileText("let x = ", repeating: "["),
      HostileText("let x: a ", repeating: "-> "),
      HostileText("let x = ", repeating: "A<"),
      HostileText("let x: ", repeating: "A<"),
      HostileText("if case ", repeating: ".a("),
      HostileText("", repeating: "if let a, "),
      HostileText("", repeating: "if "),
      HostileText("let x = ", repeating: "if "),
      HostileText("", repeating: "let "),
      HostileText("", repeating: "repeat "),
      HostileText("let x = ", repeating: "a ? "),
      HostileText("let x = ", repeating: "await "),
      HostileText("let x = ", repeating: "try "),
      HostileText("let x: ", repeating: "some "),
      HostileText("let x: ", repeating: "() -> "),
      HostileText("", repeating: "if a {} else "),
      HostileText("let x = ", repeating: "#"),
      HostileText("", repeating: "@available("),
      HostileText("", repeating: "precedencegroup a {"),
      HostileText("let x = ", repeating: "\"\\("),
      HostileText("", repeating: "@a "),
      HostileText("let x = ", repeating: "\\"),
      HostileText("", repeating: "#if a\n"),
      HostileText("let x = a", repeating: "[0]"),
      HostileText("let x = a", repeating: "()"),
      HostileText("let x = a", repeating: ".b"),
      HostileText("let x = a", repeating: "!"),
      HostileText("let x = a", repeating: " + a"),
      HostileText("let x = a", repeating: "?.b"),
      HostileText("let x: A", repeating: ".B"),
      HostileText("let x: A", repeating: "!"),
      HostileText("let x = ", repeating: "'[/*]*/'", "1"),
      HostileText("let x = ", repeating: "[", "1", "]", count: 30),
      HostileText("let x: ", repeating: "[", "A", "]", count: 20),
      HostileText("let x = ", repeating: "[(", "1", ")]", count: 11),
      HostileText("let x = ", repeating: "[A<", "B", ">]", count: 11),
      HostileText("", repeating: "@A<", "B", "> let x = 1", count: 20),
      HostileText("let x = ", repeating: "async ", "1"),
      HostileText("", repeating: "async\n", "1"),
      HostileText("", repeating: "unowned(safe) ", "let x = 1"),
      HostileText("", repeating: "@abi(a) ", "let x = 1"),
      HostileText("", repeating: "@A(a)\na(b)\n"),
      HostileText("struct A { ", repeating: "a(b)\n", "}"),
      HostileText("extension A where A == ", repeating: "a(b) "),
      HostileText("", repeating: "switch a? "),
      HostileText("", repeating: "precedencegroup "),
      HostileText("", repeating: "class return, "),
      HostileText("", repeating: "<<<<<<< a\n"),
      HostileText("let x = ", repeating: "<#"),
      HostileText("let x = ", repeating: "#if a\n", "1", "\n#endif", count: 100),
      HostileText("if a ", repeating: "{ if a ", "{}", "}", count: 100),
      HostileText("let x = ", repeating: "/(/["),
      HostileText("let x = ", repeating: "`"),
    ]
  )
  func `a text made to exhaust the parser is refused`(text: HostileText) {
    let error = #expect(throws: ManifestError.self) {
      try read(package("targets: []", before: text.text))
    }
    // Some take the parser as long as it may have.
    let codes: [ManifestError.Code?] = [.malformed, .parserBusy]
    #expect(codes.contains(error?.code))
  }
}

/// Twelve kilobytes of one thing, or as many times as is said.
struct HostileText: CustomTestStringConvertible, Sendable {
  let start: String
  let repeated: String
  let middle: String
  let end: String
  let count: Int

  init(
    _ start: String,
    repeating repeated: String,
    _ middle: String = "",
    _ end: String = "",
    count: Int? = nil
  ) {
    self.start = start
    self.repeated = repeated
    self.middle = middle
    self.end = end
    self.count = count ?? 12_000 / repeated.utf8.count
  }

  var text: String {
    start + String(repeating: repeated, count: count) + middle
      + String(repeating: end, count: count)
  }

  var testDescription: String { "\(start)\(repeated)…\(middle)\(end)" }
}
