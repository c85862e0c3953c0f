import Base
import Git
import ManifestForms
import SeededNumbers
import Testing

@Suite struct MutationTests {
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
        let manifest = try? LocatedManifest(bytes: bytes, packagePath: "Components/Here"),
        let edits = try? manifest.publishedForm(scope: "cookr", components: neighbours)
      else { continue }
      let published = try edits.applied(to: bytes)
      let result = try LocatedManifest(bytes: published, packagePath: .root)
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
