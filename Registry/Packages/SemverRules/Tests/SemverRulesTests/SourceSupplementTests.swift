import SemverRules
import Testing

struct SourceSupplementTests {
  private static let traits = [
    ["DEBUG": true, "Sour": true, "Rye": false], ["DEBUG": true, "Sour": true, "Rye": true],
  ]

  private func uncompiled(_ condition: String, _ builds: [[String: Bool]] = traits) -> [String] {
    let text = "#\(condition)\npublic func bake() {}\n#endif"
    return SourceSupplement(text: text, of: "Oven", builds: builds).uncompiled.keys.sorted()
  }

  @Test(arguments: ["!DEBUG", "Rye && !Sour", "!Sour", "os(Linux) && !DEBUG", "(!DEBUG || false)"])
  func `names a condition that no build meets`(condition: String) {
    #expect(uncompiled("if \(condition)") == ["#if \(condition)"])
  }

  @Test(
    arguments: [
      "DEBUG", "Sour && !Rye", "Rye", "!Rye", "os(Windows)", "canImport(UIKit)", "!Other",
      "!DEBUG || Rye", "swift(>=6.0)", "!os(Linux)",
    ])
  func `does not name a condition that a build may meet`(condition: String) {
    #expect(uncompiled("if \(condition)") == [])
  }

  @Test func `names an else that no build meets`() {
    let condition = "if DEBUG\nfunc a() {}\n#else\npublic func b() {}"
    #expect(uncompiled(condition) == ["#else of '#if DEBUG'"])
  }

  @Test func `does not name what has nothing public`() {
    let text = "#if !DEBUG\nfunc bake() {}\n#endif"
    #expect(SourceSupplement(text: text, of: "Oven", builds: Self.traits).uncompiled == [:])
  }

  @Test func `names conditions in types`() {
    let text = """
      public struct Loaf {
        #if canImport(Glibc)
          #if !DEBUG
            public func slice() {}
          #endif
        #endif
      }
      """
    let found = SourceSupplement(text: text, of: "Oven", builds: Self.traits).uncompiled
    #expect(found == ["#if !DEBUG": "public func slice ( ) { }\n"])
  }
}
