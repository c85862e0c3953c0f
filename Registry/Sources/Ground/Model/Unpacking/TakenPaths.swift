import Base

/// The paths that an archive has so far, as file systems see them that fold names.
struct TakenPaths {
  private struct Place {
    let name: Substring
    let folder: Int
    let kind: ZipEntry.Kind
  }

  private let longestName: Int
  /// By what such file systems take each name for.
  private var tree = PathTree<Int, Place>(root: Place(name: "", folder: 0, kind: .folder))
  /// The numbers of the names, by their bytes: each is checked and folded once, since an archive may
  /// have long names of folders in all its paths.
  private var names: [[UInt8]: Int] = [:]
  private var folded: [String: Int] = [:]

  /// - Parameter longestName: In bytes.
  init(longestName: Int) {
    self.longestName = longestName
  }

  /// What is wrong with a name, as the end of a sentence; `nil` if nothing is.
  mutating func fault(in name: Substring) -> String? {
    let bytes = Array(name.utf8)
    guard names[bytes] == nil else { return nil }
    if bytes.count > longestName { return "a name has more than \(longestName) bytes" }
    if let fault = PortableName.fault(in: name) { return fault }
    // Strings compare by canonical equivalence, so composition needs no step of its own.
    let fold = name.uppercased().lowercased()
    let number = folded[fold] ?? folded.count
    folded[fold] = number
    names[bytes] = number
    return nil
  }

  /// Refuses what is one file with another on some system.
  ///
  /// - Parameter parts: Names without a fault.
  mutating func take(_ parts: [Substring], as kind: ZipEntry.Kind) throws(OperationError) {
    var folder = 0
    for (index, part) in parts.enumerated() {
      guard let name = names[Array(part.utf8)] else { preconditionFailure("names are checked") }
      let kind = index + 1 < parts.count ? .folder : kind
      guard let number = tree.number(of: name, in: folder) else {
        let place = Place(name: part, folder: folder, kind: kind)
        folder = tree.add(place, as: name, in: folder)
        continue
      }
      let other = tree.places[number]
      guard other.name.utf8.elementsEqual(part.utf8) else {
        let (first, second) = (path(of: other), path(of: part, in: folder))
        throw OperationError(
          .invalidPath,
          "'\(first)' and '\(second)' are the same file on some systems"
        )
      }
      switch (kind, other.kind) {
      case (.folder, .folder): break
      case (.folder, .link), (.link, .folder):
        throw OperationError(.invalidPath, "the link '\(path(of: other))' is a folder, too")
      default:
        throw OperationError(.invalidPath, "'\(path(of: other))' occurs twice")
      }
      folder = number
    }
  }

  private func path(of place: Place) -> String {
    path(of: place.name, in: place.folder)
  }

  private func path(of name: Substring, in folder: Int) -> String {
    folder == 0 ? String(name) : "\(path(of: tree.places[folder]))/\(name)"
  }
}
