import Git
import Model
import Testing

/// The checksums stand in release records: a test that fails here is never mended by a new checksum.
@Suite struct GoldenArchiveTests {
  @Test func `a package with files, an executable, a link and a name outside ASCII`() throws {
    let archive = try StoredArchive(
      root: "FlowKit-1.2.0",
      entries: [
        ArchiveEntry(path: "Sources/FlowKit/Überblick.swift", kind: .file),
        ArchiveEntry(path: "Package.swift", kind: .file),
        ArchiveEntry(path: "Scripts/generate", kind: .executable),
        ArchiveEntry(path: "Sources/FlowKit/FlowKit.swift", kind: .file),
        ArchiveEntry(path: "Sources/FlowKit/Latest.swift", kind: .link(target: "FlowKit.swift")),
        ArchiveEntry(path: "Sources/FlowKit-Extras/a.swift", kind: .file),
      ]
    )

    let summary = try archive.collect().summary

    #expect(
      summary
        == StoredArchive.Summary(
          size: 1_075,
          checksum: "6b53f109872d9a2afe0dc8c13b7a898133e19da2ae8bc2d85d546e1dacde1f15"
        )
    )
  }

  @Test func `a megabyte of every byte value`() throws {
    let archive = try StoredArchive(
      root: "Payments-10.0.0-beta.1",
      entries: [
        ArchiveEntry(path: "all.bin", kind: .file), ArchiveEntry(path: "none", kind: .file),
      ]
    )

    let summary = try archive.collect { entry in
      entry.path == "none" ? [] : (0..<1_048_573).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    }.summary

    #expect(
      summary
        == StoredArchive.Summary(
          size: 1_048_861,
          checksum: "9ae18d0594a1f42b0ed94d3c49de65c56fa626794f02a1910edae9f45d371c2b"
        )
    )
  }

  @Test func `the smallest archive, byte by byte`() throws {
    let archive = try StoredArchive(
      root: "A-1.0.0",
      entries: [ArchiveEntry(path: "f", kind: .file)]
    )

    let bytes = try archive.collect { _ in Array("123456789".utf8) }.bytes

    let name = Array("A-1.0.0/f".utf8)
    // The check value of CRC-32 is 0xCBF43926.
    let common: [UInt8] = [
      10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0, 0x26, 0x39, 0xF4, 0xCB, 9, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0,
    ]
    let local = [0x50, 0x4B, 3, 4] + common + name + Array("123456789".utf8)
    let directory =
      [0x50, 0x4B, 1, 2, 20, 3] + common + [0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81, 0, 0, 0, 0] + name
    let end: [UInt8] =
      [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, UInt8(directory.count), 0, 0, 0]
      + [UInt8(local.count), 0, 0, 0, 0, 0]
    #expect(bytes == local + directory + end)
  }

  @Test func `the order of the entries given does not matter`() throws {
    let entries = try ["b", "a/z", "a-b", "a.b", "C/x", "é", "zz"].map {
      ArchiveEntry(path: try TreePath($0), kind: .file)
    }
    let forwards = try StoredArchive(root: "A-1.0.0", entries: entries)
    let backwards = try StoredArchive(root: "A-1.0.0", entries: entries.reversed())

    #expect(forwards.entries.map(\.path) == ["C/x", "a-b", "a.b", "a/z", "b", "zz", "é"])
    #expect(try forwards.collect().bytes == backwards.collect().bytes)
  }
}
