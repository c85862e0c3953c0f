import Base
import Model
import Testing

struct UnpackedArchiveTests {
  @Test func `files come out as they went in, without the folder at the top`() throws {
    let zip = Zip([
      .init("menu/", mode: 0o040755, []),
      .init("menu/Package.swift", [1, 2, 3]),
      .init("menu/Scripts/run", mode: 0o100755, [4]),
      .init("menu/Sources/Menü.swift", mode: 0o100664, []),
      .link("menu/Sources/Dish", to: "../Scripts"),
      .link("menu/Sources/cook", to: "../Scripts/run"),
      .deflatedZeros("menu/zeros", repeats: 2),
    ])
    #expect(
      try UnpackedArchive(zip: zip.bytes).files == [
        .init(path: "Package.swift", content: [1, 2, 3]),
        .init(path: "Scripts/run", kind: .executable, content: [4]),
        .init(path: "Sources/Menü.swift", content: []),
        .init(
          path: "Sources/Dish",
          kind: .link(target: "../Scripts"),
          content: Array("../Scripts".utf8)
        ),
        .init(
          path: "Sources/cook",
          kind: .link(target: "../Scripts/run"),
          content: Array("../Scripts/run".utf8)
        ),
        .init(path: "zeros", content: [UInt8](repeating: 0, count: 517)),
      ]
    )
  }

  @Test func `a comment and numbers behind the content are what other programs write`() {
    var zip = Zip(files: ["a": 100, "b": 50])
    zip.comment = Array("9db6bd241ac71219b05032fedc70ce7cdd64c9b5".utf8)
    zip.entries[0].hasDescriptor = true
    #expect(refusal(zip.bytes) == nil)
  }

  @Test func `unpacking refuses data that is no archive or is cut short`() {
    let bytes = Zip(files: ["a": 100]).bytes
    #expect(refusal([]) == .damagedArchive)
    #expect(refusal(Array("no archive at all".utf8)) == .damagedArchive)
    for count in 1..<bytes.count { #expect(refusal(Array(bytes.prefix(count))) == .damagedArchive) }
    #expect(refusal(Zip([.init("menu/", mode: 0o040755, [])]).bytes) == .damagedArchive)
  }

  @Test(arguments: [
    "../evil", "menu/../evil", "/etc/passwd", "menu//a", "menu/./a", "menu\\a/b", "menu/a\u{1}b",
    "other/a",
    // A mark makes one character of itself and the slash before it, and two for every system.
    "menu/../\u{301}evil", "../\u{301}evil",
    // What no checkout on Windows can have.
    "menu/CON.swift", "menu/aux", "menu/Lpt1.h/a", "menu/COM¹", "menu/nul .txt",
    "menu/con.\u{301}txt", "menu/a:b",
    "menu/a?", "menu/a.", "menu/a ", "menu/conin$",
    // What is one file with another one on some systems.
    "menu/A", "menu/a/b", "menu/a",
  ])
  func `a name that leads out or is not the same everywhere is refused`(_ name: String) {
    #expect(refusal(Zip([.init("menu/a"), .init(name)]).bytes) == .invalidPath)
  }

  @Test(arguments: ["menu/CONSOLE.swift", "menu/aux1", "menu/.con", "menu/com", "menu/a b"])
  func `a name that only looks like one is taken`(_ name: String) {
    #expect(refusal(Zip([.init("menu/a"), .init(name)]).bytes) == nil)
  }

  @Test func `names that differ in composition alone are the same file on some systems`() {
    let zip = Zip([.init("menu/Menu\u{308}"), .init("menu/Men\u{FC}")])
    #expect(refusal(zip.bytes) == .invalidPath)
  }

  @Test(
    arguments: [
      0o104755, 0o101644, 0o010644, 0o020644, 0o060644, 0o140644, 0o040755,
    ] as [UInt32]
  )
  func `unpacking refuses entries of other kinds and special modes`(
    _ mode: UInt32
  ) {
    #expect(refusal(Zip([.init("menu/a", mode: mode)]).bytes) == .unsupportedEntry)
  }

  @Test func `a file beside no folder is refused`() {
    #expect(refusal(Zip([.init("Package.swift")]).bytes) == .invalidPath)
  }

  @Test func `each limit is kept to the byte`() {
    var limits = UnpackingLimits()
    let bytes = Zip(files: ["a": 100, "b": 50]).bytes
    limits.archive = bytes.count
    limits.unpacked = 150
    limits.file = 100
    limits.entries = 2
    limits.path = "package/a".utf8.count
    limits.depth = 2
    #expect(refusal(bytes, limits) == nil)
    let tightened: [WritableKeyPath<UnpackingLimits, Int>] = [
      \.archive, \.unpacked, \.file, \.entries,
    ]
    for limit in tightened {
      var less = limits
      less[keyPath: limit] -= 1
      #expect(refusal(bytes, less) == .tooLarge)
    }
    for limit in [\UnpackingLimits.path, \.depth] {
      var less = limits
      less[keyPath: limit] -= 1
      #expect(refusal(bytes, less) == .invalidPath)
    }
  }

  @Test func `an archive that grows too much is refused before it is unpacked`() {
    var limits = UnpackingLimits()
    let bomb = Zip([.deflatedZeros("menu/a", repeats: 12_000)]).bytes
    #expect(refusal(bomb, limits) == .tooLarge)
    limits.freeBytes = 4 << 20
    #expect(refusal(bomb, limits) == nil)
  }

  @Test func `a name may have 255 bytes`() {
    func zip(_ count: Int) -> [UInt8] {
      Zip([.init("menu/" + String(repeating: "a", count: count))]).bytes
    }
    #expect(refusal(zip(255)) == nil)
    #expect(refusal(zip(256)) == .invalidPath)
  }
}

/// The code of the refusal; `nil` for an archive that is taken.
func refusal(
  _ bytes: [UInt8],
  _ limits: UnpackingLimits = UnpackingLimits()
) -> OperationError.Code? {
  do throws(OperationError) {
    _ = try UnpackedArchive(zip: bytes, limits: limits)
    return nil
  } catch {
    return error.code
  }
}
