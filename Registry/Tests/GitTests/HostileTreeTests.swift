import Base
import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct HostileTreeTests {
  let scratch = Scratch.current

  /// Stores a tree that no git would write.
  private func tree(_ entries: [(mode: String, name: [UInt8], id: ObjectID)]) throws -> ObjectID {
    let bytes = entries.flatMap { entry -> [UInt8] in
      let digits = Array(entry.id.hex)
      let id = stride(from: 0, to: 40, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      }
      return Array(entry.mode.utf8) + [0x20] + entry.name + [0] + id
    }
    return try ObjectID(
      hex: scratch.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", input: bytes)
    )
  }

  private func blob(_ content: String = "x") throws -> ObjectID {
    try scratch.open().writeBlob(Array(content.utf8))
  }

  @Test(arguments: [
    ["."], [".."], [".git"], [".GIT"], ["git~1"], [".git "], [".g\u{200c}it"], ["a/b"], ["a\\b"],
    ["a\n"], [".git::$INDEX_ALLOCATION"], ["a", "a"], ["A", "a"], ["é", "e\u{301}"],
    ["a", "a "], ["b", "a"],
  ])
  func `a tree with such names is neither listed nor written`(names: [String]) throws {
    let repository = try scratch.open()
    let blob = try blob()
    let sorted =
      names == ["b", "a"]
      ? names : names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let inner = try tree(sorted.map { ("100644", Array($0.utf8), blob) })
    let outer = try tree([("40000", Array("folder".utf8), inner)])
    #expect(code { _ = try repository.listing(of: inner) } == .hostileTree)
    #expect(code { _ = try repository.listing(of: outer) } == .hostileTree)
  }

  @Test func `names that are empty or not UTF-8 are refused`() throws {
    let repository = try scratch.open()
    let blob = try blob()
    for name in [[], [0xff]] as [[UInt8]] {
      let tree = try tree([("100644", name, blob)])
      #expect(code { _ = try repository.listing(of: tree) } == .hostileTree)
      // Nobody needs the name where it only has to be passed by.
      #expect(try repository.entries(of: tree).map(\.id) == [blob])
    }
  }

  /// Stores a tree of files with these names in a folder `folder`.
  private func folder(_ names: [[UInt8]]) throws -> ObjectID {
    let content = try blob()
    let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
    return try tree([("40000", Array("folder".utf8), tree(sorted.map { ("100644", $0, content) }))])
  }

  @Test(arguments: [
    ["a\\b"], ["a\n"], ["a:$b"], ["a", "a "], ["A", "a"], ["é", "e\u{301}"], ["f(_:)", "f(_:x:)"],
  ])
  func `listing accepts doubtful names that git checks out, except in sealed folders`(
    names: [String]
  ) throws {
    let repository = try scratch.open()
    let tree = try folder(names.map { Array($0.utf8) })
    let listing = try repository.listing(of: tree, sealed: [TreePath("other")])
    let paths = listing.items.map(\.path.string)
    #expect(Set(paths) == Set(names.map { "folder/\($0)" }))
    #expect(listing.doubtful.map { $0.map(\.path.string) } == [paths])
    #expect(code { _ = try repository.listing(of: tree, sealed: [TreePath("folder")]) } != nil)
  }

  @Test func `names that are not UTF-8 are listed outside of sealed folders by their bytes`() throws
  {
    let names: [[UInt8]] = [[0x61, 0xE9], [0x61, 0xEA]]
    let listing = try scratch.open().listing(of: folder(names), sealed: [])
    #expect(listing.items.count == 2)
    // The first may be held by no system, and both may be one file.
    #expect(listing.doubtful.map { $0.map(\.bytes) } == [[names[0]], names])
  }

  @Test(arguments: [["."], [".."], [".git"], [".GIT"], ["git~1"], ["a/b"], ["a", "a"], [""]])
  func `listing refuses names that no git checks out`(names: [String]) throws {
    let tree = try folder(names.map { Array($0.utf8) })
    #expect(code { _ = try scratch.open().listing(of: tree, sealed: []) } == .hostileTree)
  }

  @Test func `links may lead anywhere outside of sealed folders`() throws {
    let repository = try scratch.open()
    let out = try blob("/etc/hosts")
    let tree = try repository.edit(.emptyTree, [(TreePath("folder/link"), .put(out, .link))])
    #expect(try repository.listing(of: tree, sealed: []).items.count == 1)
    #expect(try repository.listing(of: tree, sealed: [TreePath("other")]).items.count == 1)
    #expect(
      code { _ = try repository.listing(of: tree, sealed: [TreePath("folder")]) } == .hostileTree
    )
  }

  @Test func `a mode that only old gits wrote becomes the one that they write now`() throws {
    let repository = try scratch.open()
    let content = try blob()
    let old = try tree([("100664", Array("a".utf8), content)])
    let edited = try repository.edit(old, [(TreePath("a"), .put(content, .file))])
    #expect(edited == (try tree([("100644", Array("a".utf8), content)])))
  }

  @Test(arguments: ["100777", "40755", "0", "160000", "777777"])
  func `a mode that git does not write is refused, and so is a submodule`(mode: String) throws {
    let repository = try scratch.open()
    let tree = try tree([(mode, Array("a".utf8), blob())])
    #expect(code { _ = try repository.listing(of: tree) } == .hostileTree)
  }

  @Test func `a mode with zeros before it is refused where files are listed`() throws {
    let repository = try scratch.open()
    let inner = try repository.edit(.emptyTree, [(TreePath("b"), .put(blob(), .file))])
    for (mode, id) in [("040000", inner), ("0100644", try blob())] {
      let tree = try tree([(mode, Array("a".utf8), id)])
      #expect(code { _ = try repository.listing(of: tree) } == .hostileTree)
      #expect(code { _ = try repository.items(of: tree, at: .root) } == .hostileTree)
      // History may have such trees, and is read all the same.
      #expect(try repository.entry(at: TreePath("a"), in: tree)?.id == id)
    }
  }

  @Test func `an entry that names no object is refused`() throws {
    let repository = try scratch.open()
    for mode in ["100644", "40000", "160000"] {
      let tree = try tree([(mode, Array("a".utf8), .zero)])
      #expect(
        code { _ = try repository.listing(of: tree, passesOverSubmodules: true) } == .hostileTree
      )
    }
  }

  @Test func `checking a listing refuses missing objects and objects of another kind`() throws {
    let repository = try scratch.open()
    let missing = try ObjectID(hex: String(repeating: "1", count: 40))
    let folder = try repository.edit(.emptyTree, [(TreePath("b"), .put(blob(), .file))])
    for (id, expected) in [(missing, OperationError.Code.notFound), (folder, .wrongKind)] {
      let tree = try tree([("100644", Array("a".utf8), id)])
      let listing = try repository.listing(of: tree)
      #expect(code { try repository.checkContents(of: listing) } == expected)
    }
  }

  @Test func `a tree is listed with edits as if they were stored`() throws {
    let repository = try scratch.open()
    let (content, other) = (try blob(), try blob("y"))
    let inner = try repository.edit(.emptyTree, [(TreePath("c"), .put(other, .executable))])
    let tree = try repository.edit(
      .emptyTree,
      [
        (TreePath("a"), .put(content, .file)), (TreePath("b/x"), .put(content, .link)),
        (TreePath("b/y"), .put(content, .file)), (TreePath("d/e/f"), .put(content, .file)),
      ]
    )
    let edits: [TreePath: TreeEdit] = [
      try TreePath("a"): .remove, try TreePath("b/x"): .put(inner, .tree),
      try TreePath("b/y"): .put(other, .executable), try TreePath("d/e"): .remove,
    ]
    let stored = try repository.edit(tree, edits.map { ($0.key, $0.value) })
    #expect(
      try repository.listing(of: tree, editing: edits).items == repository.listing(of: stored).items
    )
    #expect(
      code { _ = try repository.listing(of: tree, editing: [TreePath("b/z"): .remove]) }
        == .notFound
    )
  }

  @Test(
    arguments: [
      [], [0x31], [0x20], Array("100644 a".utf8), Array("100644 a\0short".utf8),
      Array("1000000000644 a\0".utf8) + [UInt8](repeating: 1, count: 20),
      Array("9 a\0".utf8) + [UInt8](repeating: 1, count: 20),
    ] as [[UInt8]]
  )
  func `damaged bytes are an error and no crash`(bytes: [UInt8]) throws {
    let repository = try scratch.open()
    let id = try ObjectID(
      hex: scratch.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", input: bytes)
    )
    #expect(code { _ = try repository.listing(of: id) } == (bytes.isEmpty ? nil : .corrupt))
  }

  @Test(arguments: [
    ("a", "b"), ("a/b/c", "../../d"), ("a/b", "../a/./c"), ("a", "missing/x"), ("a/b", ".."),
    ("a", "..x"),
  ])
  func `a link that stays inside is listed`(path: String, target: String) throws {
    let repository = try scratch.open()
    let tree = try repository.edit(.emptyTree, [(TreePath(path), .put(blob(target), .link))])
    #expect(try repository.listing(of: tree).items.map(\.path) == [TreePath(path)])
  }

  @Test(
    arguments: [
      ["a": "/etc/passwd"], ["a": ".."], ["a": "../x"], ["a/b": "../../x"], ["a": "x/../../y"],
      ["a": ""], ["a": "b\0c"], ["a": ".git/config"], ["a": "x/.GIT/config"],
      ["a": "\u{200c}.\u{200c}./x"], ["a": "../\u{301}x"], ["a": "/\u{301}x"],
      // Through another link the same dots lead further up.
      ["a/b/c": "../..", "d": "a/b/c/../x"],
      // …in a spelling that only some systems take for it.
      ["a/b/c": "../..", "d": "A/B/C/../x"],
      // A circle.
      ["a": "b", "b": "a"],
    ] as [[String: String]]
  )
  func `a link that leads out is refused`(links: [String: String]) throws {
    let repository = try scratch.open()
    let edits = try links.map { path, target in
      (path: try TreePath(path), edit: TreeEdit.put(try blob(target), .link))
    }
    let tree = try repository.edit(.emptyTree, edits)
    #expect(code { _ = try repository.listing(of: tree) } == .hostileTree)
  }

  @Test func `a small tree that claims to hold billions of files is refused`() throws {
    let repository = try scratch.open()
    var id = try blob()
    var mode = FileMode.file
    for _ in 0..<12 {
      id = try repository.edit(
        .emptyTree,
        (0..<10).map { (try TreePath("\($0)"), .put(id, mode)) }
      )
      mode = .tree
    }
    #expect(code { _ = try repository.listing(of: id, limit: 1_000) } == .hostileTree)
  }
}
