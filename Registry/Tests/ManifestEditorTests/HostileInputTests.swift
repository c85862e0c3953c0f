import Base
import Git
import ManifestEditor
import SeededNumbers
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
    let error = #expect(throws: OperationError.self) {
      try read(package("targets: []", before: text.text))
    }
    // Some take the parser as long as it may have.
    let codes: [OperationError.Code?] = [.malformed, .parserBusy]
    #expect(codes.contains(error?.code))
  }

  @Test func `no mutation of a manifest traps, and what is published reads back`() throws {
    var random = SplitMix(seed: 0x5EED)
    let seeds = try Fixture.all.map { try $0.manifest }
    var publishedCount = 0
    for _ in 0..<300 {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        mutate(&bytes, seeds: seeds, using: &random)
      }
      guard
        let manifest = try? PackageManifestFile(bytes: bytes, packagePath: "Components/Here"),
        let edits = try? manifest.publishedForm(scope: "cookr", components: neighbours)
      else { continue }
      let published = try edits.applied(to: bytes)
      let result = try PackageManifestFile(bytes: published, packagePath: .root)
      #expect(try result.publishedForm(scope: "cookr", components: [:]) == [])
      if !edits.isEmpty { publishedCount += 1 }
    }
    // Or the mutations would be so violent that nothing behind the parser is reached.
    #expect(publishedCount > 10)
  }

  private func mutate(
    _ bytes: inout [UInt8],
    seeds: [[UInt8]],
    using random: inout SplitMix
  ) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...20, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      bytes.removeSubrange(start..<end)
    case 1:
      bytes.insert(
        contentsOf: bytes[start..<end],
        at: Int.random(in: 0...bytes.count, using: &random)
      )
    case 2:
      bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
    case 3:
      let token = Self.tokens.randomElement(using: &random) ?? ""
      bytes.replaceSubrange(start..<min(end, start + 2), with: Array(token.utf8))
    case 4:
      let other = seeds.randomElement(using: &random) ?? []
      let from = Int.random(in: 0..<other.count, using: &random)
      bytes.insert(contentsOf: other[from..<min(other.count, from + 60)], at: start)
    default:
      // A whole line, so that much of what results is still Swift.
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let index = Int.random(in: 0..<lines.count, using: &random)
      let kept = lines.enumerated().filter { $0.offset != index }.map(\.element)
      bytes = Array(kept.joined(separator: [0x0A]))
    }
  }

  private static let tokens = [
    "\"", "\"\"\"", "#\"", "\\(", "\\u{", "(", ")", "[", "]", "{", "}", ",", ":", ".", "+", "?",
    "#if x\n", "#endif\n", "/*", "*/", "//", "\u{FEFF}", "\0", "\r", "\n", "é", "let ", "as ",
    "path:", "name:", "package:", "dependencies:", ".package(path: \"../FlowKit\")", "\"FlowKit\"",
    ".byName(name: \"Payments\")", "= ", "+= ", "return ", "`", "$0", "\u{1F9D1}\u{200D}\u{1F373}",
  ]
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
