@testable import Model

/// Unpacks any bytes as a zip archive, and resolves the links of any list of files.
enum FuzzArchive {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    if let archive = try? UnpackedArchive(zip: bytes) { check(archive.files) }
    links(bytes)
  }

  /// Takes each line as the path of a file, or as that of a link and its target with a `>` between.
  private static func links(_ bytes: [UInt8]) {
    var collector = FileCollector(archiveSize: bytes.count, limits: UnpackingLimits())
    var files: [UnpackedArchive.File] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: ">"), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self) }
      guard let first = parts.first, !first.utf8.reversed().starts(with: "/".utf8),
        let path = try? collector.begin(
          "package/\(first)",
          as: parts.count > 1 ? .link : .file(isExecutable: false)
        )
      else { continue }
      let target = parts.dropFirst().first
      files.append(
        UnpackedArchive.File(
          path: path,
          kind: target.map { .link(target: $0) } ?? .file,
          content: Array((target ?? "").utf8)
        )
      )
    }
    guard let links = try? ArchiveLinks(files),
      let files = try? links.filesWithoutTopLinks(within: UnpackingLimits())
    else { return }
    check(files)
  }

  /// No link is at the top, and all others are as valid as before.
  private static func check(_ files: [UnpackedArchive.File]) {
    precondition(files.allSatisfy { !$0.isLink || $0.path.utf8.contains(UInt8(ascii: "/")) })
    let again = try? ArchiveLinks(files).filesWithoutTopLinks(within: UnpackingLimits())
    precondition(again == files)
  }
}
