import Foundation
@testable import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct StatusTests {
  let scratch = Scratch.current

  private func files() throws -> WorkTree {
    try WorkTree(of: scratch.open())
  }

  private func status(_ paths: String...) throws -> [FileStatus] {
    try files().status(of: paths.map { try TreePath($0) })
  }

  @Test func `each kind of change is told apart`() throws {
    for file in ["edited", "gone", "same", "staged", "taken", "link"] {
      try scratch.write("1", to: "A/\(file)")
    }
    try scratch.write("ignored\n", to: ".gitignore")
    try scratch.commitAll()
    try scratch.write("2", to: "A/edited")
    try FileManager.default.removeItem(atPath: scratch.path + "/A/gone")
    try scratch.write("2", to: "A/staged")
    try scratch.write("1", to: "A/added")
    try scratch.git("add", "A/staged", "A/added")
    try scratch.git("rm", "-q", "A/taken")
    try scratch.write("1", to: "A/new/file")
    try scratch.write("1", to: "A/ignored")
    try FileManager.default.removeItem(atPath: scratch.path + "/A/link")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/A/link",
      withDestinationPath: "same"
    )
    let expected: [(String, FileStatus.Change?, FileStatus.Change?)] = [
      ("A/added", .added, nil), ("A/edited", nil, .modified), ("A/gone", nil, .removed),
      ("A/link", nil, .typeChanged), ("A/new/file", nil, .untracked), ("A/staged", .modified, nil),
      ("A/taken", .removed, nil),
    ]
    #expect(
      try status()
        == expected.map {
          FileStatus(path: $0, staged: $1, unstaged: $2, isConflicted: false)
        }
    )
  }

  @Test func `only what is below the paths counts, and paths are no patterns`() throws {
    for file in ["A/x", "B/x", "AB/x", "C*/x"] { try scratch.write("1", to: file) }
    #expect(try status("A").map(\.path) == ["A/x"])
    #expect(try status("A", "B").map(\.path) == ["A/x", "B/x"])
    #expect(try status("C*").map(\.path) == ["C*/x"])
    #expect(try status("A*") == [])
    #expect(try status("").count == 4)
  }

  /// Names that sort around `api/`, with folders in each other.
  private static let siblings = [
    "api", "api-a", "api-b", "api.c", "api d", "api+", "api0", "api/deep", "api/deep-er", "ap",
  ]

  @Test func `any choice of siblings has just what git says of it`() throws {
    for folder in Self.siblings {
      for file in ["clean", "edited", "gone"] { try scratch.write("1", to: "\(folder)/\(file)") }
    }
    try scratch.write("1", to: "api-file")
    try scratch.write("1", to: "api.c-file")
    try scratch.commitAll()
    for folder in Self.siblings {
      try scratch.write("2", to: "\(folder)/edited")
      try scratch.write("1", to: "\(folder)/new")
      try FileManager.default.removeItem(atPath: "\(scratch.path)/\(folder)/gone")
    }
    try scratch.write("2", to: "api/staged")
    try scratch.git("add", "api/staged")
    let all = try scratch.git("status", "--porcelain", "-z", "--untracked-files=all")
      .split(separator: "\0").map { String($0.dropFirst(3)) }.sorted()
    #expect(all.count == 3 * Self.siblings.count + 1)
    for (first, second) in Self.siblings.indices.flatMap({ i in (i..<10).map { (i, $0) } }) {
      let chosen = Set([Self.siblings[first], Self.siblings[second]])
      let expected = all.filter { file in chosen.contains { file.hasPrefix("\($0)/") } }
      let paths = try chosen.map { try TreePath($0) }
      #expect(try files().status(of: paths).map(\.path) == expected, "\(chosen)")
    }
  }

  @Test func `files are told apart by the paths that they lie in`() throws {
    for folder in ["api", "api-a", "api/deep", "clean"] {
      try scratch.write("1", to: "\(folder)/x")
    }
    try scratch.commitAll()
    for folder in ["api", "api-a", "api/deep"] { try scratch.write("2", to: "\(folder)/x") }
    let paths = try ["api", "api/deep", "clean", "api", "api-a"].map { try TreePath($0) }
    #expect(
      try files().statuses(below: paths).map { $0.map(\.path) } == [
        ["api/deep/x", "api/x"], ["api/deep/x"], [], ["api/deep/x", "api/x"], ["api-a/x"],
      ]
    )
    #expect(try files().statuses(below: [.root]).map(\.count) == [3])
    #expect(try files().statuses(below: []) == [])
  }

  @Test func `a conflict is told`() throws {
    try scratch.write("one", to: "file")
    try scratch.commitAll()
    try scratch.git("checkout", "-q", "-b", "side")
    try scratch.write("two", to: "file")
    try scratch.commitAll()
    try scratch.git("checkout", "-q", "main")
    try scratch.write("three", to: "file")
    try scratch.commitAll()
    #expect(throws: GitProgramFailure.self) { try scratch.git("merge", "-q", "side") }
    #expect(try status().map(\.isConflicted) == [true])
    #expect(try files().indexState(of: TreePath("file")) == .conflicted)
  }

  @Test func `files that a sparse checkout leaves out are not missing`() throws {
    try scratch.write("1", to: "A/x")
    try scratch.write("1", to: "B/x")
    try scratch.commitAll()
    try scratch.git("sparse-checkout", "set", "A")
    #expect(try status() == [])
    try scratch.write("2", to: "A/x")
    #expect(try status().map(\.path) == ["A/x"])
  }

  /// What git is set to keep its index as: without a checksum, in two files, or with folders in the
  /// place of the files that are left out.
  @Test(arguments: ["skip-hash", "split", "sparse"])
  func `any format of the index is read`(_ format: String) throws {
    for file in ["A/x", "B/x", "B/y"] { try scratch.write("1", to: file) }
    try scratch.commitAll()
    switch format {
    case "split": try scratch.git("update-index", "--split-index")
    case "sparse": try scratch.git("sparse-checkout", "set", "--cone", "--sparse-index", "A")
    default:
      let file = URL(filePath: "\(scratch.path)/.git/index")
      let index = try Data(contentsOf: file)
      try (index.dropLast(20) + Data(count: 20)).write(to: file)
    }
    #expect(try status() == [])
    try scratch.write("2", to: "A/x")
    #expect(try status("A", "B").map(\.path) == ["A/x"])
  }

  @Test func `a file that was touched, and that a filter changes, has no changes`() throws {
    try scratch.git("config", "filter.upper.clean", "tr a-z A-Z")
    try scratch.git("config", "filter.upper.smudge", "tr A-Z a-z")
    try scratch.write("*.txt filter=upper\n", to: ".gitattributes")
    try scratch.write("word\n", to: "A/x.txt")
    try scratch.commitAll()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
      ofItemAtPath: "\(scratch.path)/A/x.txt"
    )
    #expect(try status() == [])
    try scratch.write("other\n", to: "A/x.txt")
    #expect(try status().map(\.unstaged) == [.modified])
  }
}
