import Foundation
import Git
import Layout
import ScratchMonorepos
import ScratchRepositories
import Testing
import Writing

/// Laying out again what is laid out already is answered from what the last run kept.
@Suite(.scratchRepository)
struct SyncReceiptTests {
  private let tree = ".registry/app/tree"
  private let source = "Components/Menu/Sources/Menu/Menu.swift"

  /// Which git knows nothing of, as there is no file in it.
  private let unknownFolder = "Components/Menu/Sources/Menu/Unknown"

  private func exists(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(Scratch.current.path)/\(file)")
  }

  private func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: "\(Scratch.current.path)/\(file)")
  }

  /// Lays the app out, with `Menu` pinned, and again, so that a run has nothing to do and can tell so
  /// for sure.
  private func settle() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try FileManager.default.createDirectory(
      atPath: "\(scratch.path)/\(unknownFolder)",
      withIntermediateDirectories: true
    )
    try settleAgain()
  }

  /// Whether the receipt tells of the manifest, the index and the component.
  private func isSettled() throws -> Bool {
    guard exists(".registry/.receipt") else { return false }
    let file = URL(filePath: "\(Scratch.current.path)/.registry/.receipt")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let lines = text.prefix { $0 != "\0" }.split(separator: "\n").map { $0.split(separator: " ") }
    return lines.contains { $0[0] == "file" }
      && lines.contains { ["release", "changed"].contains($0[0]) && $0[4] != "0" }
  }

  /// As a second later: a file that was changed a moment ago could be changed again unseen.
  private func settleAgain() throws {
    var context = WriteContext.test()
    context.fileClock = { WriteContext.systemFileClock() + 1_000_000_000 }
    for _ in 0..<2 { _ = try Sync(context: context).run(in: Scratch.current.workspace()) }
    try #require(try isSettled())
  }

  @Test func `nothing is read anew where nothing has changed`() throws {
    let scratch = Scratch.current
    try settle()
    let long = try scratch.sync(usesWorkingFiles: true)
    // Whoever works out the answer has to read the manifest.
    let manifest = try scratch.git("rev-parse", "HEAD:Registry/manifest.json")
    try remove(".git/objects/\(manifest.prefix(2))/\(manifest.dropFirst(2))")
    let short = try scratch.sync()
    #expect(throws: (any Error).self) { try scratch.sync(usesWorkingFiles: true) }
    #expect(short.pinned.scaffold == long.pinned.scaffold)
    #expect(short.pinned.path == long.pinned.path)
    #expect(short.pinned.product == long.pinned.product)
    #expect(short.pinned.tree == long.pinned.tree)
    #expect(short.pinned.base == long.pinned.base)
    #expect(short.pinned.releases == long.pinned.releases)
    #expect(short.packagePath == long.packagePath)
    #expect(short.notes == [] && short.written == 0 && short.removed == 0)
  }

  enum Change: CaseIterable {
    case editedInPlace, mode, stray, removed, uncommitted, untracked, untrackedDeeper, manifest,
      commit,
      release
  }

  /// What a run comes to: the code of its error, or how many files it wrote and notes it has.
  struct Outcome: Equatable {
    var code: String?
    var written = 0
    var notes = 0
  }

  @Test(arguments: Change.allCases)
  func `no change is passed over`(_ change: Change) throws {
    let scratch = Scratch.current
    try settle()
    let expected: Outcome
    switch change {
    case .editedInPlace:
      let file = try FileHandle(forWritingTo: URL(filePath: "\(scratch.path)/\(tree)/\(source)"))
      try file.write(contentsOf: Data("PUBLIC".utf8))
      try file.close()
      expected = Outcome(code: "edited-tree")
    case .mode:
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755],
        ofItemAtPath: "\(scratch.path)/\(tree)/\(source)"
      )
      expected = Outcome(code: "edited-tree")
    case .stray:
      try scratch.write("// mine\n", to: "\(tree)/Stray.swift")
      expected = Outcome(notes: 1)
    case .removed:
      try remove("\(tree)/\(source)")
      expected = Outcome(written: 1)
    case .uncommitted:
      try scratch.write("// mine\n", to: source)
      expected = Outcome(notes: 1)
    case .untracked:
      try scratch.write("// mine\n", to: "Components/Menu/Sources/Menu/New.swift")
      expected = Outcome(notes: 1)
    case .untrackedDeeper:
      try scratch.write("// mine\n", to: "\(unknownFolder)/New.swift")
      expected = Outcome(notes: 1)
    case .manifest:
      try scratch.writeAppManifest(#""app": { "path": ".", "pins": {} }"#)
      expected = Outcome(notes: 1)
    case .commit:
      try scratch.write("// newer\n", to: "Sources/app/App.swift")
      try scratch.commitAll("Go on")
      expected = Outcome(written: 1)
    case .release:
      try scratch.change("Menu")
      try scratch.bump("Menu", "1.1.0")
      try scratch.pin("Menu", "1.1.0")
      expected = Outcome(written: 3)
    }
    var found = Outcome()
    found.code = code {
      let result = try scratch.sync()
      (found.written, found.notes) = (result.written, result.notes.count)
    }
    #expect(found == expected)
  }

  @Test func `what is noted is noted each time`() throws {
    let scratch = Scratch.current
    try settle()
    try scratch.write("// mine\n", to: source)
    let notes = try scratch.sync().notes
    #expect(notes.count == 1)
    try remove(".registry/.receipt")
    try settleAgain()
    #expect(try scratch.sync().notes == notes)
  }

  @Test func `where there can be no receipt, all else goes on`() throws {
    let scratch = Scratch.current
    try settle()
    // The release has no such thing, and is what is laid out.
    let commit = try scratch.git("rev-parse", "HEAD")
    try scratch.git(
      "update-index",
      "--add",
      "--cacheinfo",
      "160000,\(commit),Components/Menu/Vendor"
    )
    try scratch.git("commit", "-q", "-m", "Add a submodule")
    let tree = try scratch.sync().pinned.tree
    #expect(try scratch.sync().pinned.tree == tree)
  }

  @Test(arguments: [0, 10, 100, 400])
  func `a receipt that is not whole is none`(_ count: Int) throws {
    let scratch = Scratch.current
    try settle()
    let file = URL(filePath: "\(scratch.path)/.registry/.receipt")
    try Data(contentsOf: file).prefix(count).write(to: file)
    try remove(".registry/app/layout")
    #expect(try scratch.sync().written == 0)
    #expect(exists(".registry/app/layout"))
  }
}
