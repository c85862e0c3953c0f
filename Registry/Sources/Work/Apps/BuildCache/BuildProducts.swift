import Base

/// The products of a build in the cache, copied to the clone, because another clone may build
/// something else in the same place next.
package struct BuildProducts {
  let place: BuildPlace
  /// The clone's own layout.
  let own: AppLayout
  /// The build configuration, such as `debug`.
  let configuration: String
  /// The product to copy; `nil` for all.
  let product: String?

  package init(
    of place: BuildPlace,
    for own: AppLayout,
    configuration: String,
    product: String?
  ) {
    (self.place, self.own) = (place, own)
    (self.configuration, self.product) = (configuration, product)
  }

  /// The absolute path of a product in the clone.
  package func path(of product: String) -> String { "\(own.build)/\(configuration)/\(product)" }

  /// Copies the files that differ to where a build in the clone would have written them.
  package func publish() throws {
    let link = "\(place.layout.build)/\(configuration)"
    guard LocalFile.kind(at: link) == .link else { return }
    let target = String(decoding: try LocalFile.linkTarget(link), as: UTF8.self)
    let folder = "\(own.build)/\(target)"
    try own.prepare()
    try LocalFile.makeDirectories(folder)
    let ownLink = "\(own.build)/\(configuration)"
    if LocalFile.kind(at: ownLink) != .link {
      try LocalFile.removeAll(ownLink)
      let new = StagedReplacement(path: ownLink, staging: "\(ownLink).new")
      try new.stageLink(to: Array(target.utf8))
      try new.moveIntoPlace()
    }
    let real = "\(place.layout.build)/\(target)"
    let planned = try planned(in: real)
    for name in try LocalFile.names(in: real).sorted() where planned.contains(name) {
      try copy("\(real)/\(name)", to: "\(folder)/\(name)")
    }
  }

  /// The names of the products of SwiftPM's last plan: others are left from other trees.
  private func planned(in folder: String) throws -> [String] {
    let plan = try LocalFile.read("\(place.layout.build)/\(configuration).yaml") ?? []
    let start = Array("\(folder)/".utf8)
    let names = plan.split(separator: UInt8(ascii: "\"")).filter { $0.starts(with: start) }
      .map { $0.dropFirst(start.count).prefix { $0 != UInt8(ascii: "/") } }
    return Set(names).map { String(decoding: $0, as: UTF8.self) }.filter(isWanted)
  }

  /// Whether people use it: programs, libraries and resources.
  private func isWanted(_ name: String) -> Bool {
    if Self.libraries.contains(where: name.hasSuffix) { return true }
    let isPartOfTheBuild = name.hasPrefix("Module") || name == "index" || name.contains(".")
    return !isPartOfTheBuild && (product == nil || product == name)
  }

  private static let libraries = [".so", ".dylib", ".a", ".resources", ".bundle"]

  private func copy(_ path: String, to place: String) throws {
    guard let facts = FileFacts.of(path) else { return }
    if let other = FileFacts.of(place), other.kind != facts.kind { try LocalFile.removeAll(place) }
    switch facts.kind {
    case .directory:
      try LocalFile.makeDirectory(place)
      let names = try LocalFile.names(in: path)
      for name in try LocalFile.names(in: place) where !names.contains(name) {
        try LocalFile.removeAll("\(place)/\(name)")
      }
      for name in names { try copy("\(path)/\(name)", to: "\(place)/\(name)") }
    case .file:
      if let other = FileFacts.of(place), other.stamp.modified == facts.stamp.modified,
        other.size == facts.size, other.permissions == facts.permissions
      {
        return
      }
      let new = StagedReplacement(path: place, staging: "\(place).new")
      try new.stage(try LocalFile.read(path) ?? [])
      try LocalFile.setPermissions(new.staging, to: facts.permissions)
      try LocalFile.setModified(new.staging, to: facts.stamp.modified)
      try new.moveIntoPlace()
    case .link:
      let new = StagedReplacement(path: place, staging: "\(place).new")
      try new.stageLink(to: try LocalFile.linkTarget(path))
      try new.moveIntoPlace()
    case .other: break
    }
  }
}
