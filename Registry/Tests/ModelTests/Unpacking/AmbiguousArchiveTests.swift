import Base
import Model
import Testing

/// Archives that two unpackers could read in two ways.
struct AmbiguousArchiveTests {
  /// What is done to an archive that is sound.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: OperationError.Code
    let change: @Sendable (inout Zip) -> Void

    init(
      _ what: String,
      _ code: OperationError.Code = .damagedArchive,
      _ change: @escaping @Sendable (inout Zip) -> Void
    ) {
      testDescription = what
      self.code = code
      self.change = change
    }
  }

  /// An end record of an archive without entries.
  private static let emptyEnd: [UInt8] =
    [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18)

  static let changes = [
    Change("bytes before the first entry") { $0.before = [0] },
    Change("bytes before the directory") { $0.between = [0] },
    Change("bytes behind the end") { $0.behind = [0] },
    Change("a second end record") { $0.behind = emptyEnd },
    Change("a second end record in the comment") { $0.comment = emptyEnd },
    Change("another name in the entry's own head") {
      $0.entries[0].localName = Array("menu/b".utf8)
    },
    Change("a second name", .invalidPath) {
      let name = [1, 0, 0, 0, 0] + Array("menu/b".utf8)
      $0.entries[0].extra = Zip.two(0x7075) + Zip.two(name.count) + name
    },
    Change("a second name in the entry's own head", .invalidPath) {
      let name = [1, 0, 0, 0, 0] + Array("menu/b".utf8)
      $0.entries[0].localExtra = Zip.two(0x7075) + Zip.two(name.count) + name
    },
    Change("sizes of 64 bits", .unsupportedEntry) {
      $0.entries[0].extra = Zip.two(1) + Zip.two(8) + [UInt8](repeating: 0, count: 8)
    },
    Change("a name that is not UTF-8", .invalidPath) {
      $0.entries[0].name = Array("menu/".utf8) + [0xFF]
    },
    Change("an encrypted file", .unsupportedEntry) { $0.entries[0].flags = 1 },
    Change("an unknown compression", .unsupportedEntry) { $0.entries[0].method = 12 },
    Change("less content than it says") { $0.entries[0].method = 8 },
    Change("other content than it says") { $0.entries[0].packed = [2] },
    Change("a folder with content") { $0.entries.append(.init("menu/c/", mode: 0o040755, [1])) },
  ]

  @Test(arguments: changes)
  func `an archive that can be read in two ways is refused`(_ change: Change) {
    var zip = Zip([.init("menu/a"), .init("menu/d")])
    #expect(refusal(zip.bytes) == nil)
    change.change(&zip)
    #expect(refusal(zip.bytes) == change.code)
  }

  /// As programs write it that do not know a size before they have packed the file.
  @Test func `an archive in the zip64 format is refused by that word`() {
    let wide = [UInt8](repeating: 0xFF, count: 8)
    var zip = Zip([.init("menu/a")])
    zip.entries[0].localExtra = Zip.two(1) + Zip.two(16) + [UInt8](repeating: 0, count: 16)
    zip.entries[0].localNumbers = [0x1B, 0xDF, 0x05, 0xA5] + wide
    let rest =
      "is in the zip64 format, which is not supported, expected a zip archive without zip64"
    #expect(message(zip.bytes) == "'menu/a' \(rest)")
    // The same of the directory, whose size and offset are before the comment's length.
    var bytes = Zip([.init("menu/a")]).bytes
    bytes.replaceSubrange((bytes.count - 10)..<(bytes.count - 2), with: wide)
    #expect(message(bytes) == "the archive \(rest)")
  }

  private func message(_ bytes: [UInt8]) -> String? {
    do throws(OperationError) {
      _ = try UnpackedArchive(zip: bytes)
      return nil
    } catch {
      return error.message
    }
  }

  /// As "zip bombs" do it: many entries of the directory for one content.
  @Test func `entries that overlap are refused`() {
    let bytes = Zip([.init("menu/a"), .init("menu/b")]).bytes
    var same = bytes
    // The offset of the second entry is at the end of its head, before its name.
    let offset = same.count - 22 - "menu/b".utf8.count - 4
    same.replaceSubrange(offset..<(offset + 4), with: [0, 0, 0, 0])
    #expect(refusal(same) == .damagedArchive)
    for shift in 1...40 {
      var shifted = bytes
      shifted[offset] -= UInt8(min(shift, Int(shifted[offset])))
      #expect(refusal(shifted) == .damagedArchive)
    }
  }
}
