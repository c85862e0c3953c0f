import Base
import Git
import Model
import Versions

/// The tags of a repository, read as versions of its components.
struct RepositoryTags {
  private let reader: TagReader
  private let names: [String]
  private let tip: ObjectID
  private let logs: [ComponentName: ReleaseLog]
  private let components: [ComponentName: Component]
  /// Whether the only component may have been at the root, where no package is any more.
  private let isRootOlder: Bool

  /// - Parameter state: With the manifest that lists the components, and the logs so far.
  init(
    of state: RegistryState,
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws {
    self.tip = tip
    let prefix = "refs/tags/"
    names = try workspace.repository.references(matching: "\(prefix)*")
      .map { String($0.name.dropFirst(prefix.count)) }
    reader = TagReader(state.manifest)
    components = state.manifest.components
    let root = try workspace.repository.commit(tip).tree
    isRootOlder =
      try components.count == 1
      && workspace.repository.entry(at: .packageManifest, in: root) == nil
    var logs: [ComponentName: ReleaseLog] = [:]
    let logged = names.isEmpty ? [] : workspace.loggedComponents(in: state)
    for (name, log) in zip(logged, try workspace.logs(of: logged, in: state)) {
      logs[name] = log
    }
    self.logs = logs
  }

  /// The common forms of tags whose versions are not recorded yet, where their commits have the
  /// packages.
  func schemes(in repository: borrowing Repository) throws -> [AdoptedPast.Scheme] {
    var schemes: [TagPattern: AdoptedPast.Scheme] = [:]
    for tag in names {
      guard
        case .version(let version, let owners, let pattern) = reader.reading(
          of: tag,
          by: TagPattern.common.map { TagForm(pattern: $0) }
        )
      else { continue }
      // Of a tag that names no component, it is enough that one has the version.
      if owners.contains(where: { logs[$0]?.release(version) != nil }) { continue }
      guard try hasPackage(of: owners, at: tag, in: repository) else { continue }
      schemes[pattern, default: AdoptedPast.Scheme(pattern: pattern, count: 0, example: tag)]
        .count += 1
    }
    return schemes.values.sorted { ($1.count, $0.pattern.text) < ($0.count, $1.pattern.text) }
  }

  /// Whether one of the components is a package in the commit of a tag.
  private func hasPackage(
    of owners: [ComponentName],
    at name: String,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard let tag = try repository.tag(name),
      try repository.header(of: tag.target)?.kind == .commit
    else { return false }
    let root = try repository.commit(tag.target).tree
    if isRootOlder, try repository.entry(at: .packageManifest, in: root) != nil { return true }
    return try owners.contains { owner in
      guard let path = components[owner]?.path else { return false }
      return try repository.entry(at: path.appending(.packageManifest), in: root) != nil
    }
  }

  /// The versions that tags of these forms name.
  struct Versions {
    var tagged: [TaggedVersion] = []
    /// The versions of tags that lead to no commit, as if these led to the branch's newest one.
    var unreached: [TaggedVersion] = []
    /// The tags of these forms that name none, or lead to no commit.
    var refused: [AdoptedPast.RefusedTag] = []
  }

  func versions(
    by forms: [TagForm],
    in repository: borrowing Repository
  ) throws -> Versions {
    var versions = Versions()
    let now = try RecordDate(
      secondsSince1970: Int(repository.commit(tip).committer.time.seconds)
    )
    for tag in names {
      switch reader.reading(of: tag, by: forms) {
      case .other: break
      case .refused(let error):
        versions.refused.append(AdoptedPast.RefusedTag(tag: tag, component: nil, error: error))
      case .version(let version, let owners, let pattern):
        // That of the only component names it.
        let isOfAll = pattern.isOfAll && owners.count > 1
        func tagged(_ commit: ObjectID, _ date: RecordDate) -> [TaggedVersion] {
          owners.map { owner in
            TaggedVersion(
              owner,
              version,
              tag: tag,
              commit: commit,
              date: date,
              isOfAll: isOfAll
            )
          }
        }
        do {
          let (commit, date) = try target(of: tag, in: repository)
          versions.tagged += tagged(commit, date)
        } catch {
          let error = OperationError(error)
          versions.refused.append(AdoptedPast.RefusedTag(tag: tag, component: nil, error: error))
          if !isOfAll { versions.unreached += tagged(tip, now) }
        }
      }
    }
    return versions
  }

  /// The commit that a tag leads to, and when the tag was made, or else the commit.
  private func target(
    of name: String,
    in repository: borrowing Repository
  ) throws -> (ObjectID, RecordDate) {
    guard let tag = try repository.tag(name),
      try repository.header(of: tag.target)?.kind == .commit
    else { throw OperationError(.invalidTag, "the tag does not lead to a commit") }
    let time = try tag.tagger?.time ?? repository.commit(tag.target).committer.time
    return (tag.target, try RecordDate(secondsSince1970: Int(time.seconds)))
  }
}

/// A form of tags, with the components that may have such tags.
struct TagForm {
  let pattern: TagPattern
  /// `nil` for all components.
  var components: Set<ComponentName>?

  func includes(_ name: ComponentName) -> Bool { components?.contains(name) ?? true }

  /// The forms in the order of the choices, each once.
  ///
  /// - Throws: If a name is that of no component.
  static func all(
    _ choices: [TagChoice],
    in manifest: Manifest
  ) throws(OperationError) -> [TagForm] {
    var forms: [TagForm] = []
    for choice in choices {
      let names = try choice.name.map { (text) throws(OperationError) in
        try Set(manifest.components(matching: text))
      }
      guard let index = forms.firstIndex(where: { $0.pattern == choice.pattern }) else {
        forms.append(TagForm(pattern: choice.pattern, components: names))
        continue
      }
      forms[index].components = names.flatMap { forms[index].components?.union($0) }
    }
    return forms
  }
}

/// Determines which version of which component a tag names.
struct TagReader {
  enum Reading {
    case version(SemanticVersion, of: [ComponentName], TagPattern)
    /// The tag has one of the forms, and names no version of a component.
    case refused(OperationError)
    /// The tag is not one of a release.
    case other
  }

  private let all: [ComponentName]
  /// The owners of versions alone: the component at the root, or else all.
  private let unnamed: [ComponentName]
  private var named: [String: [ComponentName]] = [:]
  private var folders: [String: [ComponentName]] = [:]
  private let paths: [String: ComponentName]

  /// Names are compared as those of components are, whose case makes no difference.
  init(_ manifest: Manifest) {
    all = manifest.components.keys.sorted()
    unnamed = manifest.rootComponent.map { [$0] } ?? all
    paths = Dictionary(manifest.components.map { ($1.path.string, $0) }) { first, _ in first }
    for name in all {
      named[name.collisionKey, default: []].append(name)
      guard let path = manifest.components[name]?.path else { continue }
      folders[Self.key(path.name), default: []].append(name)
    }
  }

  private static func key(_ name: some StringProtocol) -> String {
    (try? ComponentName(String(name)))?.collisionKey ?? name.lowercased()
  }

  /// - Parameter forms: Of which the first one that fits counts.
  func reading(of tag: String, by forms: [TagForm]) -> Reading {
    var refusals: [OperationError] = []
    for form in forms {
      let pattern = form.pattern
      for values in pattern.readings(of: tag) {
        // What begins otherwise is the tag of something else, and no version.
        guard let text = values[.version], text.first?.isNumber ?? false else { continue }
        let named =
          pattern.isOfAll ? (form.components == nil ? unnamed : all) : owners(values)
        let owners = named.filter(form.includes)
        // It is one of another component.
        if owners.isEmpty, !named.isEmpty { continue }
        do {
          let version = try SemanticVersion(String(text))
          if owners.count == 1 || pattern.isOfAll {
            return .version(version, of: owners, pattern)
          }
          refusals.append(refusal(values, owners))
        } catch {
          // Other tags may begin alike.
          guard !owners.isEmpty else { continue }
          refusals.insert(OperationError(error), at: 0)
        }
      }
    }
    return refusals.first.map { .refused($0) } ?? .other
  }

  private func owners(_ values: [TagPattern.Placeholder: Substring]) -> [ComponentName] {
    if let path = values[.path] { return paths[String(path)].map { [$0] } ?? [] }
    guard let name = values[.name].map(Self.key) else { return [] }
    return named[name] ?? folders[name] ?? []
  }

  private func refusal(
    _ values: [TagPattern.Placeholder: Substring],
    _ owners: [ComponentName]
  ) -> OperationError {
    let text = String(values[.name] ?? values[.path] ?? "")
    guard owners.isEmpty else {
      let names = owners.map { "'\($0)'" }.joined(separator: " and ")
      return OperationError(.unknownComponent, "'\(text)' is the folder of \(names)")
    }
    let kind = values[.name] == nil ? "in the folder" : "with the name or the folder"
    return OperationError(.unknownComponent, "there is no component \(kind) '\(text)'")
  }
}
