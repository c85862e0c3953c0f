import Base
import Git
import Model
import Testing

@Suite struct ArchiveRefusalTests {
  @Test(arguments: ["", "."])
  func `an entry without a name is refused`(path: String) {
    #expect(
      throws: refusal(.invalidPath, "entry with an empty path, expected one inside 'A-1.0.0'")
    ) {
      try StoredArchive(root: "A-1.0.0", entries: [ArchiveEntry(path: TreePath(path), kind: .file)])
    }
  }

  @Test(
    arguments: [
      "Package.swift", ".gitignore", "a b", "a:b", "~", "-rf", "ファイル.swift", "a\u{301}",
      String(repeating: "n", count: 255),
    ]
  )
  func `a path that is merely unusual is taken`(path: String) throws {
    let archive = try StoredArchive(
      root: "A-1.0.0",
      entries: [ArchiveEntry(path: TreePath(path), kind: .file)]
    )

    #expect(archive.entries.map(\.path.string) == [path])
  }

  @Test func `a path may have 1,024 bytes with its top-level folder, and no more`() throws {
    let folders = String(repeating: String(repeating: "d", count: 99) + "/", count: 10)
    let name = folders + String(repeating: "f", count: 16)
    let longest = ArchiveEntry(path: try TreePath(name), kind: .file)
    let tooLong = ArchiveEntry(path: try TreePath(name + "f"), kind: .file)

    _ = try StoredArchive(root: "A-1.0.0", entries: [longest])
    #expect(
      throws: refusal(
        .invalidPath,
        "path of 1025 bytes, expected at most 1024: 'A-1.0.0/\(tooLong.path)'"
      )
    ) {
      try StoredArchive(root: "A-1.0.0", entries: [tooLong])
    }
  }

  @Test(
    arguments: [
      ("a", "a", "'A-1.0.0/a' occurs twice"),
      ("a", "a/b", "'A-1.0.0/a' occurs twice"),
      ("a/b", "a", "'A-1.0.0/a' occurs twice"),
    ]
  )
  func `a path may be taken once`(first: String, second: String, message: String) {
    #expect(throws: refusal(.collision, message)) {
      try StoredArchive(root: "A-1.0.0", entries: files(first, second))
    }
  }

  @Test func `names that differ only in composition collide, and are told apart by numbers`() {
    #expect(
      throws: refusal(
        .collision,
        #"'A-1.0.0/caf\u{00E9}' and 'A-1.0.0/cafe\u{0301}' are one name on some file systems"#,
        help: "rename one of them"
      )
    ) {
      try StoredArchive(root: "A-1.0.0", entries: files("caf\u{E9}", "cafe\u{301}"))
    }
  }

  @Test(
    arguments: [
      ("README", "readme"), ("Straße", "STRASSE"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ]
  )
  func `names that differ only in case collide`(first: String, second: String) {
    #expect(
      throws: refusal(
        .collision,
        "'A-1.0.0/\(first)' and 'A-1.0.0/\(second)' are one name on some file systems",
        help: "rename one of them"
      )
    ) {
      try StoredArchive(root: "A-1.0.0", entries: files(first, second))
    }
  }

  @Test func `folders that differ only in case collide`() {
    #expect(
      throws: refusal(
        .collision,
        "'A-1.0.0/Sources' and 'A-1.0.0/sources' are one name on some file systems",
        help: "rename one of them"
      )
    ) {
      try StoredArchive(root: "A-1.0.0", entries: files("Sources/a", "sources/b"))
    }
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\\b", "/"])
  func `the top-level folder is one safe name`(root: String) {
    #expect(throws: OperationError.self) {
      try StoredArchive(root: root, entries: [])
    }
  }

  @Test(
    arguments: [
      ("link", "file"), ("link", "./dir//file"), ("a/link", "../file"), ("a/b/link", "../../c/d"),
      ("a/link", "../"), ("a/link", "missing"), ("a/link", ".."), ("link", "..."),
    ]
  )
  func `a link that stays inside is taken`(path: String, target: String) throws {
    _ = try StoredArchive(root: "A-1.0.0", entries: [link(path, to: target)])
  }

  @Test(
    arguments: [
      ("link", "", "has no target"),
      ("link", "/etc/passwd", "is absolute"),
      ("link", "..", "leaves the archive"),
      ("link", "../B-1.0.0/file", "leaves the archive"),
      ("a/link", "../../file", "leaves the archive"),
      ("a/link", "b/../c", "has '..' after a name"),
      ("a/link", "b/../../../c", "has '..' after a name"),
      ("a/link", "b\\c", "contains a backslash or a control character"),
      ("a/link", "b\u{0}c", "contains a backslash or a control character"),
      ("a/link", String(repeating: "t", count: 1025), "has 1025 bytes, expected at most 1024"),
    ]
  )
  func `a link that could leave is refused`(path: String, target: String, fault: String) {
    #expect(
      throws: refusal(
        .invalidLink,
        "link '\(path)' to '\(target)' \(fault)",
        help: "link to a path inside the package, or copy the file"
      )
    ) {
      try StoredArchive(root: "A-1.0.0", entries: [link(path, to: target)])
    }
  }

  @Test func `nothing lies below a link`() {
    #expect(throws: refusal(.collision, "'A-1.0.0/link' occurs twice")) {
      try StoredArchive(
        root: "A-1.0.0",
        entries: [link("link", to: "dir"), ArchiveEntry(path: "link/file", kind: .file)]
      )
    }
  }

  @Test func `65,534 entries are the most`() throws {
    let entries = try (0..<65_535).map { number in
      ArchiveEntry(path: try TreePath(String(number)), kind: .file)
    }

    let archive = try StoredArchive(root: "A-1.0.0", entries: entries.dropLast())
    #expect(archive.entries.count == 65_534)
    #expect(throws: refusal(.tooLarge, "65535 entries, expected at most 65534")) {
      try StoredArchive(root: "A-1.0.0", entries: entries)
    }
  }

  @Test func `an archive may have as many bytes as the limit, and no more`() throws {
    let entries = try files("a", "b")
    let size = try StoredArchive(root: "A-1.0.0", entries: entries).collect().bytes.count

    let fitting = try StoredArchive(root: "A-1.0.0", entries: entries, sizeLimit: size)
    #expect(try fitting.collect().summary.size == size)
    let tooLarge = try StoredArchive(root: "A-1.0.0", entries: entries, sizeLimit: size - 1)
    var written = 0
    #expect(throws: refusal(.tooLarge, "the archive exceeds \(size - 1) bytes")) {
      try tooLarge.write(contents: { Array($0.path.string.utf8) }, to: { written += $0.count })
    }
    #expect(written < size)
  }

  @Test func `a file larger than the limit is named`() throws {
    let archive = try StoredArchive(root: "A-1.0.0", entries: files("a"), sizeLimit: 99)

    #expect(throws: refusal(.tooLarge, "'a' has 100 bytes, expected at most 99")) {
      try archive.collect { _ in [UInt8](repeating: 0, count: 100) }
    }
  }

  @Test func `an error of the contents or of the sink comes through`() throws {
    struct Unreadable: Error, Equatable {}
    let archive = try StoredArchive(root: "A-1.0.0", entries: files("a"))

    #expect(throws: Unreadable()) {
      try archive.collect { _ in throw Unreadable() }
    }
    #expect(throws: Unreadable()) {
      try archive.write(contents: { _ in [] }, to: { _ in throw Unreadable() })
    }
  }

  private func files(_ paths: String...) throws -> [ArchiveEntry] {
    try paths.map { ArchiveEntry(path: try TreePath($0), kind: .file) }
  }

  private func link(_ path: String, to target: String) throws -> ArchiveEntry {
    ArchiveEntry(path: try TreePath(path), kind: .link(target: target))
  }

  private func refusal(
    _ code: OperationError.Code,
    _ message: String,
    help: String? = nil
  ) -> OperationError {
    OperationError(code, message, help: help)
  }
}
