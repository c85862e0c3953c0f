import Base

/// The symbolic links of an archive: each leads to a file or a folder of the same package, so that
/// it means the same wherever the package is unpacked.
struct ArchiveLinks {
  enum Kind {
    /// With its index among the files.
    case file(Int)
    case folder
    case link(Int)
  }

  struct Place {
    let name: [UInt8]
    let kind: Kind
    /// The number of the folder that it is in.
    let folder: Int

    var isFolder: Bool { if case .folder = kind { true } else { false } }
  }

  /// Where a link leads to.
  struct End {
    let number: Int
    /// How many links are followed on the way, this one included.
    let links: Int
  }

  /// As many as every system follows.
  private static let mostLinks = 32
  private static let longestTarget = 1_024

  let files: [UnpackedArchive.File]
  /// The places by the bytes of their names, as systems read them.
  private(set) var tree = PathTree<[UInt8], Place>(root: Place(name: [], kind: .folder, folder: 0))
  /// The numbers of what is in each folder.
  private(set) var members: [[Int]] = [[]]
  /// The end of each link, by the number of its place.
  private(set) var ends: [Int: End] = [:]
  /// The links that are being followed.
  private var open: Set<Int> = []

  /// - Throws: For a link that does not end in the package.
  init(_ files: [UnpackedArchive.File]) throws(OperationError) {
    self.files = files
    guard files.contains(where: \.isLink) else { return }
    for index in files.indices { add(index) }
    for number in tree.places.indices {
      if case .link = tree.places[number].kind { _ = try end(of: number) }
    }
    try checkCycles()
  }

  private mutating func add(_ index: Int) {
    let names = Self.names(of: files[index].path)
    var folder = 0
    for (depth, name) in names.enumerated() {
      let kind: Kind =
        if depth + 1 < names.count { .folder } else {
          files[index].isLink ? .link(index) : .file(index)
        }
      if let number = tree.number(of: name, in: folder) {
        folder = number
      } else {
        let place = Place(name: name, kind: kind, folder: folder)
        let number = tree.add(place, as: name, in: folder)
        members[folder].append(number)
        members.append([])
        folder = number
      }
    }
  }

  /// The names in a path as bytes, as systems read them.
  static func names(of path: String) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      Array($0)
    }
  }
}

extension ArchiveLinks {
  /// Follows a link, and the links on its way.
  private mutating func end(of link: Int) throws(OperationError) -> End {
    if let end = ends[link] { return end }
    if open.contains(link) { throw refusal(of: link, "is part of a cycle of links") }
    guard open.count < Self.mostLinks else { throw tooManyLinks(from: link) }
    open.insert(link)
    defer { open.remove(link) }
    let target = target(of: link)
    if target.isEmpty { throw refusal(of: link, "is empty") }
    if target.utf8.first == UInt8(ascii: "/") { throw refusal(of: link, "is absolute") }
    if target.utf8.count > Self.longestTarget { throw refusal(of: link, "is too long") }
    var (number, links) = (tree.places[link].folder, 1)
    var isBehindName = false
    for name in Self.names(of: target) {
      guard tree.places[number].isFolder else { throw refusal(of: link, "points to nothing") }
      if name.isEmpty || name == Self.here { continue }
      if name == Self.above {
        // Behind the name of a link it would lead elsewhere than it reads.
        if isBehindName { throw refusal(of: link, "has '..' after a name") }
        if number == 0 { throw refusal(of: link, "points outside the package") }
        number = tree.places[number].folder
        continue
      }
      isBehindName = true
      guard let next = tree.number(of: name, in: number) else {
        throw refusal(of: link, "points to nothing")
      }
      number = next
      guard case .link = tree.places[next].kind else { continue }
      let end = try end(of: next)
      (number, links) = (end.number, links + end.links)
      if links > Self.mostLinks { throw tooManyLinks(from: link) }
    }
    let end = End(number: number, links: links)
    ends[link] = end
    return end
  }
}

extension ArchiveLinks {
  /// Refuses links by which a folder would be below itself: programs that follow
  /// links would never come to an end.
  private func checkCycles() throws(OperationError) {
    var (isSeen, isOpen) = (Array(repeating: false, count: members.count), Set<Int>())
    var next = Array(repeating: 0, count: members.count)
    // The folders that lead to where the search is, each with the link that led to it.
    var way: [(folder: Int, link: Int?)] = [(0, nil)]
    while let (folder, _) = way.last {
      isSeen[folder] = true
      isOpen.insert(folder)
      guard next[folder] < members[folder].count else {
        isOpen.remove(folder)
        way.removeLast()
        continue
      }
      let member = members[folder][next[folder]]
      next[folder] += 1
      let end = ends[member]?.number
      let inner = end ?? member
      guard tree.places[inner].isFolder else { continue }
      let link = end == nil ? nil : member
      if isOpen.contains(inner), let link = link ?? way.last(where: { $0.link != nil })?.link {
        throw refusal(of: link, "is part of a cycle of folders")
      }
      if !isSeen[inner] { way.append((inner, link)) }
    }
  }

  func target(of link: Int) -> String {
    guard case .link(let target) = file(of: link)?.kind else { preconditionFailure("it is a link") }
    return target
  }

  /// `nil` for a folder.
  func file(of number: Int) -> UnpackedArchive.File? {
    switch tree.places[number].kind {
    case .file(let index), .link(let index): files[index]
    case .folder: nil
    }
  }

  private func tooManyLinks(from link: Int) -> OperationError {
    refusal(of: link, "leads through more than \(Self.mostLinks) links")
  }

  func refusal(of link: Int, _ fault: String) -> OperationError {
    OperationError(
      .invalidLink,
      "the link '\(file(of: link)?.path ?? "")' to '\(target(of: link))' \(fault),"
        + " expected a link to a file or a folder of the package"
    )
  }

  private static let here = Array(".".utf8)
  static let above = Array("..".utf8)
}

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

/// The places of an archive, each known by its folder and its name: a path costs one look-up a part,
/// however deep it is.
struct PathTree<Name: Hashable, Place> {
  private struct Key: Hashable {
    let folder: Int
    let name: Name
  }

  /// The places, each at the index that is its number.
  private(set) var places: [Place]

  private var numbers: [Key: Int] = [:]

  /// - Parameter root: The folder of all, which has the number 0.
  init(root: Place) {
    places = [root]
  }

  func number(of name: Name, in folder: Int) -> Int? {
    numbers[Key(folder: folder, name: name)]
  }

  /// - Returns: The number of the new place.
  mutating func add(_ place: Place, as name: Name, in folder: Int) -> Int {
    numbers[Key(folder: folder, name: name)] = places.count
    places.append(place)
    return places.count - 1
  }
}
