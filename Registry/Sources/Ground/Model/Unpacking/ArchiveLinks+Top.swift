import Base

extension ArchiveLinks {
  /// The files, with copies in place of the links at the top of the package: the package manager
  /// moves what is there one by one, in any order, and fails at a link whose target was moved before.
  func filesWithoutTopLinks(
    within limits: UnpackingLimits
  ) throws(OperationError) -> [UnpackedArchive.File] {
    var copies = Copies(limits: limits)
    for file in files {
      guard let link = tree.number(of: Array(file.path.utf8), in: 0), let end = ends[link] else {
        try copies.add(file)
        continue
      }
      try copy(end.number, to: file.path, for: link, depth: 0, into: &copies)
    }
    return copies.files
  }

  /// The files so far, within the limits: a small archive may have many links to large folders.
  private struct Copies {
    let limits: UnpackingLimits
    private(set) var files: [UnpackedArchive.File] = []
    private var size = 0

    init(limits: UnpackingLimits) {
      self.limits = limits
    }

    mutating func add(_ file: UnpackedArchive.File) throws(OperationError) {
      size += file.content.count
      guard size <= limits.unpacked, files.count < limits.entries else {
        throw OperationError(
          .tooLarge,
          "more than \(limits.unpacked) bytes or \(limits.entries) files, with files in place of the"
            + " links at the top"
        )
      }
      files.append(file)
    }
  }

  /// - Parameters:
  ///   - link: The one that is replaced.
  ///   - depth: How far below the link's end the number is.
  private func copy(
    _ number: Int,
    to path: String,
    for link: Int,
    depth: Int,
    into copies: inout Copies
  ) throws(OperationError) {
    guard let file = file(of: number) else {
      for member in members[number] {
        let name = String(decoding: tree.places[member].name, as: UTF8.self)
        try copy(member, to: "\(path)/\(name)", for: link, depth: depth + 1, into: &copies)
      }
      return
    }
    if case .link(let target) = file.kind {
      let steps = Self.names(of: target).count { $0 == Self.above }
      guard steps < depth else {
        throw refusal(of: link, "points to a folder that the link '\(file.path)' leaves")
      }
    }
    try copies.add(UnpackedArchive.File(path: path, kind: file.kind, content: file.content))
  }
}
