import Base
import Git
import Foundation
import ScratchRepositories
import Testing

/// What is left out of a release is what `git archive` leaves out.
@Suite(.scratchRepository)
struct ExportRulesTests {
  private static let files = [
    "README.md", "a.txt", "b/a.txt", "b/c/a.txt", "b/c/d.md", "docs/index.md", "docs/api/index.md",
    "docs/api/deep/index.md", "src/x.c", "src/x1.c", "src/xab.c", "src/[x].c", "src/a b.c",
    "src/é.c", "src/Upper.C", "Tests/one.swift", "Tests/data/two.bin", "star*.c", "b/docs/guide.md",
    "!not.txt", "#hash.txt",
  ]

  /// Commits the files with these attributes, by the folder that their file lies in.
  private func commit(_ attributes: [String: String]) throws -> ObjectID {
    let scratch = Scratch.current
    for file in Self.files { try scratch.write("x\n", to: file) }
    for (folder, text) in attributes {
      try scratch.write(text, to: folder.isEmpty ? ".gitattributes" : "\(folder)/.gitattributes")
    }
    try scratch.commitAll()
    return try ObjectID(hex: scratch.git("rev-parse", "HEAD^{tree}"))
  }

  /// A tree with nothing but these attributes; git itself would take long to match its files.
  private func tree(hostile attributes: String) throws -> ObjectID {
    let scratch = Scratch.current
    try scratch.write(attributes, to: "attributes")
    let blob = try scratch.git("hash-object", "-w", "--no-filters", "attributes")
    try scratch.git("update-index", "--add", "--cacheinfo", "100644,\(blob),.gitattributes")
    return try ObjectID(hex: scratch.git("write-tree"))
  }

  private func exported(by rules: inout ExportRules, of tree: ObjectID) throws -> Set<String> {
    let repository = try Scratch.current.open()
    var exported: Set<String> = []
    for item in try repository.listing(of: tree).items {
      var folders: [TreePath] = []
      var folder = item.path.parent
      while !folder.isRoot {
        folders.append(folder)
        folder = folder.parent
      }
      var isLeftOut = try rules.leaveOut(item.path, isFolder: false, in: repository)
      for folder in folders where try rules.leaveOut(folder, isFolder: true, in: repository) {
        isLeftOut = true
      }
      if !isLeftOut { exported.insert(item.path.string) }
    }
    return exported
  }

  private func exportedByGit() throws -> Set<String> {
    let scratch = Scratch.current
    let archive = "\(scratch.folder)/archive.tar"
    try scratch.git("archive", "-o", archive, "HEAD")
    let list = "alias.list=!LC_ALL=C.UTF-8 tar --quoting-style=literal -tf '\(archive)'"
    let names = try scratch.git("-c", list, "list").split(separator: "\n").map(String.init)
    return Set(names.filter { !$0.hasSuffix("/") })
  }

  @Test(
    arguments: [
      ["": "*.md export-ignore\n"], ["": "/*.md export-ignore"], ["": "docs export-ignore"],
      ["": "docs/ export-ignore"], ["": "/docs export-ignore"], ["": "a.txt/ export-ignore"],
      ["": "docs/* export-ignore"], ["": "docs/** export-ignore"], ["": "**/docs export-ignore"],
      ["": "docs/**/index.md export-ignore"], ["": "**/api/* export-ignore"],
      ["": "** export-ignore"],
      ["": "b/*/a.txt export-ignore"], ["": "b**txt export-ignore"], ["": "a?txt export-ignore"],
      ["": "src/x?.c export-ignore"], ["": "src/x[0-9a-z].c export-ignore"],
      ["": "src/x[!a]*.c export-ignore"], ["": "src/[[]x].c export-ignore"],
      ["": "src/x[[:digit:]].c export-ignore"], ["": "src/\\[x].c export-ignore"],
      ["": "src/[]x[].c export-ignore"], ["": "src/[x export-ignore"],
      ["": "\"src/a b.c\" export-ignore"], ["": "\"src/\\303\\251.c\" export-ignore"],
      ["": "star\\*.c export-ignore"], ["": "*.c export-ignore"], ["": "src/é.c export-ignore"],
      ["": "!not.txt export-ignore"], ["": "#hash.txt export-ignore\n\n  \t a.txt export-ignore"],
      ["": "*.txt export-ignore\nb/a.txt -export-ignore"],
      ["": "*.txt export-ignore\nb/a.txt !export-ignore"],
      ["": "*.txt export-ignore=yes"], ["": "*.txt -export-ignore"], ["": "*.txt export-ignored"],
      ["": "*.txt export-ignore", "b": "a.txt -export-ignore"],
      ["": "Tests export-ignore", "Tests": "* -export-ignore"],
      ["b": "a.txt export-ignore"], ["b": "/a.txt export-ignore"], ["b": "c/*.md export-ignore"],
      ["": "[attr]internal export-ignore\n*.md internal"],
      ["": "[attr]internal export-ignore\n*.md internal -export-ignore"],
      ["": "*.md internal", "b": "[attr]internal export-ignore\n*.md internal"],
      ["": "\u{FEFF}*.md export-ignore"], ["": "*.md export-ignore\r\n*.txt text\r\n"],
      ["": "*.md text export-ignore diff=x\n"],
      ["": "*.md \(String(repeating: "x", count: 3_000)) export-ignore"],
    ] as [[String: String]]
  )
  func `the same is left out`(attributes: [String: String]) throws {
    let tree = try commit(attributes)
    var rules = try ExportRules(root: tree, in: Scratch.current.open())
    #expect(try exported(by: &rules, of: tree) == exportedByGit())
  }

  @Test func `only what is committed has a say`() throws {
    let scratch = Scratch.current
    let tree = try commit([:])
    try scratch.write("* export-ignore\n", to: ".gitattributes")
    try scratch.write("* export-ignore\n", to: ".git/info/attributes")
    var rules = try ExportRules(root: tree, in: scratch.open())
    #expect(try exported(by: &rules, of: tree) == Set(Self.files))
  }

  @Test func `a pattern that could match in countless ways is matched at once`() throws {
    let tree = try tree(hostile: String(repeating: "*a", count: 500) + "b export-ignore\n")
    var rules = try ExportRules(root: tree, in: Scratch.current.open())
    let name = String(repeating: "a", count: 250)
    #expect(try !rules.leaveOut(TreePath(name), isFolder: false, in: Scratch.current.open()))
  }

  @Test func `folders upon folders in a pattern are one`() throws {
    let tree = try tree(hostile: String(repeating: "**/", count: 670) + "b export-ignore\n")
    var rules = try ExportRules(root: tree, in: Scratch.current.open(), mostSteps: 100_000)
    let path = String(repeating: "a/", count: 1_700)
    for (name, isLeftOut) in [("a", false), ("b", true)] {
      let file = try TreePath(path + name)
      let isOut = try rules.leaveOut(file, isFolder: false, in: Scratch.current.open())
      #expect(isOut == isLeftOut)
    }
  }

  @Test func `patterns that together take too long are refused`() throws {
    let line = String(repeating: "*a", count: 500) + "b export-ignore\n"
    let tree = try tree(hostile: String(repeating: line, count: 20))
    var rules = try ExportRules(root: tree, in: Scratch.current.open(), mostSteps: 1_000_000)
    let name = try TreePath(String(repeating: "a", count: 250))
    let error = #expect(throws: OperationError.self) {
      try rules.leaveOut(name, isFolder: false, in: Scratch.current.open())
    }
    #expect(error?.code == .hostileTree)
  }
}
