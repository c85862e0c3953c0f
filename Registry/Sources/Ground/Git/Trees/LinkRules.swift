/// Checks that the links of a tree stay inside it, including links through other links.
struct LinkRules {
  private let links: [(path: TreePath, target: [UInt8])]
  /// By folded path, since some file systems fold names when they follow a link.
  private let targets: [[String]: String]

  init(_ links: [(path: TreePath, target: [UInt8])]) {
    self.links = links
    var targets: [[String]: String] = [:]
    for link in links {
      targets[link.path.names.map { TreeNameRules.collisionKey(of: String($0)) }] =
        String(decoding: link.target, as: UTF8.self)
    }
    self.targets = targets
  }

  /// A link that may not be written.
  struct Fault {
    let path: TreePath
    /// `nil` for bytes that are no text.
    let target: String?

    /// As the end of a sentence.
    var words: String {
      target.map { "the link '\(path)' to '\($0)' leaves it" }
        ?? "the link '\(path)' has no readable target"
    }
  }

  /// The links that may not be written, in their order.
  var faults: [Fault] {
    links.compactMap { link in
      guard let target = Self.readable(link.target) else {
        return Fault(path: link.path, target: nil)
      }
      return staysInside(link.path, target) ? nil : Fault(path: link.path, target: target)
    }
  }

  /// The target as text that every system reads alike.
  static func readable(_ target: [UInt8]) -> String? {
    guard let text = String(validating: target, as: UTF8.self), !text.isEmpty,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    return text
  }

  private func staysInside(_ path: TreePath, _ target: String) -> Bool {
    var place = path.names.dropLast().map { TreeNameRules.collisionKey(of: String($0)) }
    var pending = Array(TreePath.names(in: target).reversed())
    if TreePath.isAbsolute(target) { return false }
    var followed = 0
    while let name = pending.popLast() {
      switch name {
      case ".": continue
      case "..":
        guard place.popLast() != nil else { return false }
      default:
        // A target may name anything that a tree may hold: nothing that some system reads as `..`
        // or as git's own directory.
        guard TreeNameRules.fault(in: String(name)) == nil else { return false }
        place.append(TreeNameRules.collisionKey(of: String(name)))
        guard let next = targets[place] else { continue }
        // As deep as systems follow links; a circle leads nowhere.
        followed += 1
        guard followed <= 40, !TreePath.isAbsolute(next) else { return false }
        place.removeLast()
        pending += TreePath.names(in: next).reversed()
      }
    }
    return true
  }
}
