import GitValues
import Versioning

/// The references of a component's repository, as they were when they were read.
struct MirrorReferences: Sendable {
  /// The objects that they lead to, by their whole names.
  let objects: [String: ObjectID]
  /// What annotated tags are of, by their whole names.
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

  /// What a reference leads to in the end.
  func commit(at name: String) -> ObjectID? { targets[name] ?? objects[name] }

  /// All objects that the repository is known to have.
  var known: Set<ObjectID> { Set(objects.values).union(targets.values) }

  /// The whole names of the tags that clients read as this version, the one that they take first.
  func tags(of version: SemanticVersion) -> [String] {
    (tags[version.description] ?? []).compactMap(VersionTag.init(reference:)).sorted()
      .map(\.reference)
  }
}
