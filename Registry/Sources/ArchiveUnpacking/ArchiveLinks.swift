/// The rule for symbolic links in an archive: each leads straight to a file or a folder of the same
/// package, so that it means the same wherever it is unpacked.
struct ArchiveLinks {
  private enum Place {
    case file
    case folder
    case link
  }

  private static let longestTarget = 1_024

  private var places: [[Substring]: Place] = [[]: .folder]

  init(_ files: [UnpackedArchive.File]) {
    for file in files {
      let names = Self.names(of: file.path)
      for count in 1..<names.count { places[Array(names.prefix(count))] = .folder }
      if case .link = file.kind { places[names] = .link } else { places[names] = .file }
    }
  }

  func check(_ files: [UnpackedArchive.File]) throws(UnpackingError) {
    for file in files {
      guard case .link(let target) = file.kind else { continue }
      if let fault = fault(of: target, at: Self.names(of: file.path)) {
        throw UnpackingError(
          .invalidLink,
          "the link '\(file.path)' to '\(target)' \(fault),"
            + " expected a link to a file or a folder of the package"
        )
      }
    }
  }

  private func fault(of target: String, at path: [Substring]) -> String? {
    if target.isEmpty { return "is empty" }
    if target.utf8.first == UInt8(ascii: "/") { return "is absolute" }
    if target.utf8.count > Self.longestTarget { return "is too long" }
    var place = Array(path.dropLast())
    var isBehindName = false
    for name in Self.names(of: target) {
      if name == ".." {
        if isBehindName { return "has '..' behind a name" }
        if place.popLast() == nil { return "leaves the package" }
        continue
      }
      isBehindName = true
      if let fault = PortableName.fault(in: name) { return "cannot be followed, \(fault)" }
      if places[place] != .folder { return "leads nowhere" }
      place.append(name)
      if places[place] == .link { return "leads through another link" }
    }
    if places[place] == nil { return "leads nowhere" }
    return path.starts(with: place) ? "leads to a folder that it lies in" : nil
  }

  /// By bytes, as systems read it.
  private static func names(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}
