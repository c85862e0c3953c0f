import ArchiveUnpacking
import Testing

struct UnpackedArchiveTests {
  /// The code of the refusal; nothing for an archive that is taken.
  private func refusal(
    _ bytes: [UInt8],
    _ limits: UnpackingLimits = UnpackingLimits()
  ) -> UnpackingError.Code? {
    do throws(UnpackingError) {
      _ = try UnpackedArchive(zip: bytes, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `files come out as they went in, without the folder at the top`() throws {
    let zip = Zip([
      ("menu/", 0o755, .folder),
      ("menu/Package.swift", 0o644, .file([1, 2, 3])),
      ("menu/Scripts/run", 0o755, .file([4])),
      ("menu/Sources/Menü.swift", 0o664, .file([])),
    ])
    #expect(
      try UnpackedArchive(zip: zip.bytes).files == [
        .init(path: "Package.swift", isExecutable: false, content: [1, 2, 3]),
        .init(path: "Scripts/run", isExecutable: true, content: [4]),
        .init(path: "Sources/Menü.swift", isExecutable: false, content: []),
      ]
    )
  }

  @Test func `what is no archive is refused, and what was cut short`() {
    let bytes = Zip(files: ["a": 100]).bytes
    #expect(refusal([]) == .damaged)
    #expect(refusal(Array("no archive at all".utf8)) == .damaged)
    for count in [1, 10, bytes.count / 2, bytes.count - 1] {
      #expect(refusal(Array(bytes.prefix(count))) == .damaged)
    }
    #expect(refusal(Zip([("menu/", 0o755, .folder)]).bytes) == .damaged)
  }

  @Test(arguments: [
    "../evil", "menu/../evil", "/etc/passwd", "menu//a", "menu/./a", "menu\\a/b", "menu/a\u{1}b",
    "other/a",
    // A mark makes one character of itself and the slash before it, and two for every system.
    "menu/../\u{301}evil", "../\u{301}evil",
  ])
  func `a name that leads out or is not the same everywhere is refused`(_ name: String) {
    let zip = Zip([("menu/a", 0o644, .file([1])), (name, 0o644, .file([2]))])
    #expect(refusal(zip.bytes) == .invalidPath)
  }

  @Test func `a file beside no folder, a link and a special mode are refused`() {
    #expect(refusal(Zip([("Package.swift", 0o644, .file([1]))]).bytes) == .invalidPath)
    #expect(refusal(Zip([("menu/a", 0o777, .link("b"))]).bytes) == .unsupportedEntry)
    #expect(refusal(Zip([("menu/a", 0o4755, .file([1]))]).bytes) == .unsupportedEntry)
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
    let bomb = Zip([("menu/a", 0o644, .file([UInt8](repeating: 0, count: 3 << 20)))]).bytes
    #expect(refusal(bomb, limits) == .tooLarge)
    limits.freeBytes = 3 << 20
    #expect(refusal(bomb, limits) == nil)
  }

  @Test func `a name may have 255 bytes`() {
    func zip(_ count: Int) -> [UInt8] {
      Zip([("menu/" + String(repeating: "a", count: count), 0o644, .file([1]))]).bytes
    }
    #expect(refusal(zip(255)) == nil)
    #expect(refusal(zip(256)) == .invalidPath)
  }
}
