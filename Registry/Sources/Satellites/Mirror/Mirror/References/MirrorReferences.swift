import Base
import Git
import Versions

/// The references of a component's repository, as they were when they were read.
struct MirrorReferences: Sendable {
  /// The objects that they lead to, by their whole names.
  let objects: [String: ObjectID]
  /// The objects that annotated tags lead to, by their whole names.
  private let targets: [String: ObjectID]
  /// The branch that HEAD names, which may not exist yet; `nil` if that is not known.
  let head: String?
  /// The whole names of the tags of a version, by its canonical spelling.
  private let tags: [String: [String]]

  init(
    objects: [String: ObjectID] = [:],
    targets: [String: ObjectID] = [:],
    head: String? = nil
  ) {
    (self.objects, self.targets, self.head) = (objects, targets, head)
    var tags: [String: [String]] = [:]
    for name in objects.keys {
      guard let tag = VersionTag(reference: name) else { continue }
      tags[tag.version.description, default: []].append(name)
    }
    self.tags = tags
  }

  subscript(name: String) -> ObjectID? { objects[name] }

  /// Returns the object that a reference leads to in the end.
  func commit(at name: String) -> ObjectID? { targets[name] ?? objects[name] }

  /// All objects that the repository is known to have.
  var known: Set<ObjectID> { Set(objects.values).union(targets.values) }

  /// The whole names of the tags that clients read as this version, the one that they take first.
  func tags(of version: SemanticVersion) -> [String] {
    (tags[version.description] ?? []).compactMap(VersionTag.init(reference:)).sorted()
      .map(\.reference)
  }
}

extension MirrorReferences {
  /// Reads the references of a repository on this machine.
  init(of repository: borrowing Repository) throws {
    var objects: [String: ObjectID] = [:]
    var targets: [String: ObjectID] = [:]
    for reference in try repository.references(matching: "refs/*") {
      guard case .object(let id) = reference.target else { continue }
      objects[reference.name] = id
      guard reference.name.hasPrefix("refs/tags/"), try repository.header(of: id)?.kind == .tag,
        let tag = try? repository.tag(String(reference.name.dropFirst("refs/tags/".count)))
      else { continue }
      targets[reference.name] = tag.target
    }
    switch try repository.head() {
    case .branch(let name, _), .unborn(let name):
      self.init(objects: objects, targets: targets, head: name)
    case .detached: self.init(objects: objects, targets: targets)
    }
  }

  /// - Parameter output: Of `git ls-remote --symref`.
  init(listed output: String) {
    var objects: [String: ObjectID] = [:]
    var targets: [String: ObjectID] = [:]
    var head: String?
    let (symbolic, peeled) = ("ref: ", "^{}")
    for line in output.split(separator: "\n") {
      let words = line.split(separator: "\t")
      guard words.count == 2 else { continue }
      let name = String(words[1])
      if words[0].hasPrefix(symbolic) {
        if name == "HEAD" { head = String(words[0].dropFirst(symbolic.count)) }
      } else if let id = try? ObjectID(hex: words[0]), name.hasPrefix("refs/") {
        if name.hasSuffix(peeled) {
          targets[String(name.dropLast(peeled.count))] = id
        } else {
          objects[name] = id
        }
      }
    }
    self.init(objects: objects, targets: targets, head: head)
  }
}

/// A tag that the package manager reads as a version, such as `1.0.0`, `v1.0.0` or `1.0`.
///
/// Tags are in the order in which the package manager prefers them, where several name one version
/// (`RepositoryPackageContainer.knownVersions` of SwiftPM): the one with most numbers, and without a
/// `v`.
struct VersionTag: Comparable {
  /// Without `refs/tags/`.
  let name: String
  let version: SemanticVersion

  var reference: String { Self.folder + name }

  private static let folder = "refs/tags/"

  /// - Parameter reference: A whole name; `nil` if it is not a tag, or not one of a version.
  init?(reference: String) {
    guard reference.hasPrefix(Self.folder) else { return nil }
    let name = String(reference.dropFirst(Self.folder.count))
    let text = name.hasPrefix("v") ? name.dropFirst() : name[...]
    let end = text.firstIndex { $0 == "-" || $0 == "+" } ?? text.endIndex
    var numbers = text[..<end].split(separator: ".", omittingEmptySubsequences: false)
      .map(Self.withoutZeros)
    if numbers.count == 2 { numbers.append("0") }
    let canonical = numbers.joined(separator: ".") + text[end...]
    guard let version = try? SemanticVersion(canonical) else { return nil }
    (self.name, self.version) = (name, version)
  }

  static func < (tag: VersionTag, other: VersionTag) -> Bool {
    tag.rank.lexicographicallyPrecedes(other.rank)
      || (tag.rank == other.rank && tag.name < other.name)
  }

  private var rank: [Int] {
    [-name.count { $0 == "." }, name.hasPrefix("v") ? 1 : 0, name == version.description ? 0 : 1]
  }

  /// The package manager reads `01` as 1.
  private static func withoutZeros(_ number: Substring) -> Substring {
    let rest = number.drop { $0 == "0" }
    return rest.isEmpty ? number.suffix(1) : rest
  }
}
