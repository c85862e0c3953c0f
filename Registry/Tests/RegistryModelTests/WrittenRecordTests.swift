import GitValues
import RegistryModel
import SeededNumbers
import Testing
import Versioning

/// Records are read in the form in which they are written by a way of their own; with a space before
/// it, the same text is read as JSON.
@Suite struct WrittenRecordTests {
  @Test func `a record is the same however it is read`() throws {
    var numbers = SplitMix(seed: 3)
    for _ in 0..<500 {
      let release = try release(using: &numbers)
      let line = LogRecord.release(release).line
      #expect(try log(line).releases == [release])
      #expect(try log(" " + line).releases == [release])
    }
  }

  /// What begins like one form of a requirement and goes on like another.
  @Test(arguments: [
    #""Menu":{"from":{"upToNextMinorFrom":"1.2.0"}"#, #""Menu":{"from":"x""1.2.0""#,
    #""Menu":{"from":"1.0.0","to":"2.0.0","through":"3.0.0"}"#, #""Menu":{"from":"1.0.0"},"#,
    #""Menu":"1.0.0","Menu":"1.0.0""#, #""Menu":{"from":"2.0.0","to":"1.0.0"}"#,
  ])
  func `a requirement that is none is refused in both ways`(_ requirement: String) throws {
    var numbers = SplitMix(seed: 5)
    var release = try release(using: &numbers)
    release.requires = [:]
    let line = LogRecord.release(release).line
      .replacing(#""requires":{}"#, with: #""requires":{\#(requirement)}"#)
    #expect(line.contains(requirement))
    #expect(result(of: Array(line.utf8)) == nil)
    #expect(result(of: Array(" \(line)".utf8)) == nil)
  }

  /// Whatever is changed, neither way takes what the other refuses, nor reads anything else from it.
  @Test func `a record that was changed is read alike or refused alike`() throws {
    var numbers = SplitMix(seed: 4)
    var (read, refused) = (0, 0)
    for _ in 0..<5_000 {
      var line = Array(LogRecord.release(try release(using: &numbers)).line.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &numbers) { change(&line, using: &numbers) }
      // The line would be another one.
      if line.contains(UInt8(ascii: "\n")) { continue }
      let one = result(of: line)
      let other = result(of: [UInt8(ascii: " ")] + line)
      #expect(one == other, "\(String(decoding: line, as: UTF8.self))")
      if one == nil { refused += 1 } else { read += 1 }
    }
    #expect(read > 250 && refused > 250, "\(read) read, \(refused) refused")
  }

  private func result(of line: [UInt8]) -> [Release]? {
    try? ReleaseLog(reading: line, file: "Menu.jsonl").releases
  }

  private func change(_ line: inout [UInt8], using numbers: inout SplitMix) {
    let place = Int.random(in: line.indices, using: &numbers)
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: line.remove(at: place)
    case 1: line[place] = Array(#"012789abcf{}[]",:\-. "#.utf8).randomElement(using: &numbers) ?? 0
    case 2: line[place] = UInt8.random(in: 0...255, using: &numbers)
    default:
      let start = Int.random(in: 0...place, using: &numbers)
      line.insert(contentsOf: Array(line[start...place].prefix(40)), at: place)
    }
  }

  private func release(using numbers: inout SplitMix) throws -> Release {
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &numbers) ?? "0" })
    }
    func version() throws -> SemanticVersion {
      let parts = (0..<3).map { _ in "\(Int.random(in: 0...30, using: &numbers))" }
      let suffix = ["", "", "", "-beta.1", "-RC+build.7"].randomElement(using: &numbers) ?? ""
      return try SemanticVersion(parts.joined(separator: ".") + suffix)
    }
    func requirement() throws -> VersionRequirement {
      let versions = [try version().core, try version().core.nextMajor].sorted()
      return switch Int.random(in: 0..<5, using: &numbers) {
      case 0: .exact(try version())
      case 1: .from(try version())
      case 2: .upToNextMinor(from: try version())
      case 3: .range(from: versions[0], to: versions[1].nextMajor)
      default: .closedRange(from: versions[0], through: versions[1])
      }
    }
    var release = Release(
      version: try version(),
      tree: try ObjectID(hex: digits(40)),
      source: try ObjectID(hex: digits(40)),
      date: try RecordDate(secondsSince1970: Int.random(in: 0..<4_000_000_000, using: &numbers)),
      archive: try ArchiveChecksum(hexadecimal: digits(64))
    )
    for name in ["FlowKit", "Menu", "Kitchen"].prefix(Int.random(in: 0...3, using: &numbers)) {
      release.requires[try ComponentName(name)] = try requirement()
    }
    if Bool.random(using: &numbers) {
      release.edits[try TreePath("Package.swift")] = [
        SourceEdit(offset: 4, length: 9, replacement: #".package(id: "cookr.Menu")"#),
        SourceEdit(offset: 20, length: 0, replacement: "é\\\n}]"),
      ]
    }
    if Int.random(in: 0..<4, using: &numbers) == 0 { release.archive = nil }
    if Bool.random(using: &numbers) {
      release.interface = ReleaseInterface(
        .breaking,
        since: try version(),
        accepted: "so be it",
        rules: Bool.random(using: &numbers) ? 1 : nil
      )
    }
    if Bool.random(using: &numbers) {
      release.files[try TreePath("LICENSE")] = PublishedObject(
        PublishedObject.Kind.allCases.randomElement(using: &numbers) ?? .file,
        try ObjectID(hex: digits(40))
      )
    }
    if Bool.random(using: &numbers) {
      release.omits = [try TreePath("Tests/Fixtures"), try TreePath("Docs é")]
    }
    if Bool.random(using: &numbers) {
      let kind: PublishedObject.Kind = Bool.random(using: &numbers) ? .file : .executable
      release.adds[try TreePath("NOTICE")] = PublishedObject(kind, try ObjectID(hex: digits(40)))
    }
    if Int.random(in: 0..<4, using: &numbers) == 0 { release.tag = "menu-v1.0.0" }
    return release
  }
}
