/// The rule for symbolic links in an archive: each leads straight to a file or a folder of the same
/// package, so that it means the same wherever it is unpacked.
struct ArchiveLinks {
  private enum Place {
    case file
    case folder
    case link
  }

  private static let longestTarget = 1_024

  /// By bytes, as systems read names.
  private var tree = PathTree<[UInt8], Place>(root: .folder)
  /// The links, with the numbers of their folders from the top and of themselves.
  private var links: [(path: String, target: String, numbers: [Int])] = []

  init(_ files: [UnpackedArchive.File]) {
    let hasLinks = files.contains { if case .link = $0.kind { true } else { false } }
    guard hasLinks else { return }
    for file in files {
      let names = Self.names(of: file.path)
      guard case .link(let target) = file.kind else {
        _ = add(names, .file)
        continue
      }
      links.append((file.path, target, add(names, .link)))
    }
  }

  /// - Returns: The numbers of all folders on the way, and that of the place.
  private mutating func add(_ names: [Substring], _ place: Place) -> [Int] {
    var numbers: [Int] = []
    for (index, name) in names.enumerated() {
      let (name, folder) = (Array(name.utf8), numbers.last ?? 0)
      let place = index + 1 < names.count ? .folder : place
      numbers.append(tree.number(of: name, in: folder) ?? tree.add(place, as: name, in: folder))
    }
    return numbers
  }

  func check() throws(UnpackingError) {
    for link in links {
      guard let fault = fault(of: link.target, at: link.numbers) else { continue }
      throw UnpackingError(
        .invalidLink,
        "the link '\(link.path)' to '\(link.target)' \(fault),"
          + " expected a link to a file or a folder of the package"
      )
    }
  }

  /// - Parameter path: The numbers of the link's folders and of the link.
  private func fault(of target: String, at path: [Int]) -> String? {
    if target.isEmpty { return "is empty" }
    if target.utf8.first == UInt8(ascii: "/") { return "is absolute" }
    if target.utf8.count > Self.longestTarget { return "is too long" }
    var way = Array(path.dropLast())
    var isBehindName = false
    for name in Self.names(of: target) {
      if name == ".." {
        if isBehindName { return "has '..' after a name" }
        if way.popLast() == nil { return "leaves the package" }
        continue
      }
      isBehindName = true
      if let fault = PortableName.fault(in: name) { return "cannot be followed, \(fault)" }
      guard let next = tree.number(of: Array(name.utf8), in: way.last ?? 0) else {
        return "points to nothing"
      }
      if tree.places[next] == .link { return "points through another link" }
      way.append(next)
    }
    return path.starts(with: way) ? "points to a folder that contains it" : nil
  }

  /// By bytes, as systems read it.
  private static func names(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}
