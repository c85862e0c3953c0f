package import GitValues
package import Versioning

/// What is recorded of a release, for ever: a line of a release log.
package struct Release: Hashable, Sendable {
  package var version: SemanticVersion
  /// Of the component's folder: what the release is.
  package var tree: ObjectID
  /// The commit it was made from, as far as it still exists.
  package var source: ObjectID
  package var date: RecordDate
  package var archive: ArchiveChecksum
  /// What its dependencies among the components must be.
  package var requires: [ComponentName: VersionRequirement]
  /// What turns the files of the tree into their published form, by path inside the component.
  package var edits: [TreePath: [SourceEdit]]
  /// What the published form has in place of links of the tree, by path inside the component.
  package var files: [TreePath: PublishedObject]
  /// The files, folders and submodules of the tree that the published form does not have.
  package var omits: Set<TreePath>
  /// What was found out about the public interface; nothing in a record of the first format.
  package var interface: ReleaseInterface?
  /// What a later format says beyond this, kept as it was read.
  package var later: LaterFormat?

  package init(
    version: SemanticVersion,
    tree: ObjectID,
    source: ObjectID,
    date: RecordDate,
    archive: ArchiveChecksum,
    requires: [ComponentName: VersionRequirement] = [:],
    edits: [TreePath: [SourceEdit]] = [:],
    files: [TreePath: PublishedObject] = [:],
    omits: Set<TreePath> = [],
    interface: ReleaseInterface? = nil,
    later: LaterFormat? = nil
  ) {
    self.version = version
    self.tree = tree
    self.source = source
    self.date = date
    self.archive = archive
    self.requires = requires
    self.edits = edits
    self.files = files
    self.omits = omits
    self.interface = interface
    self.later = later
  }
}

extension Release {
  /// The last format of which every key is known.
  private static let known = 3
  /// The first that says what was found out about the interface.
  private static let interfaceFormat = 2

  /// The lowest that can say all of it.
  private var format: Int {
    if !files.isEmpty || !omits.isEmpty { return Self.known }
    return interface == nil ? LaterFormat.first : Self.interfaceFormat
  }

  enum Key: String, JSONKey {
    case archive
    case date
    case edits
    case files
    case format
    case interface
    case omits
    case requires
    case source
    case tree
    case version
  }

  var json: JSONValue {
    let edits = edits.map { ($0.description, JSONValue.array($1.map(\.json))) }
    var members: [Key: JSONValue] = [
      .archive: .string(archive.description),
      .date: .string(date.description),
      .edits: .object(Dictionary(edits) { first, _ in first }),
      .format: .integer(format),
      .requires: .names(requires.mapValues(\.json)),
      .source: .string(source.description),
      .tree: .string(tree.description),
      .version: .string(version.description),
    ]
    if let interface { members[.interface] = interface.json }
    if !files.isEmpty { members[.files] = PublishedObject.json(files) }
    if !omits.isEmpty {
      members[.omits] = .array(omits.sorted().map { .string($0.description) })
    }
    return LaterFormat.adding(later, to: .members(members))
  }

  init(_ field: JSONField) throws(RegistryModelError) {
    let object = try field.object(Key.self)
    let format = try object.required(.format)
    later = try LaterFormat(format, others: object, known: Self.known)
    interface = try Self.interface(of: object, format)
    version = try object.required(.version).version()
    tree = try object.required(.tree).parse(ObjectID.init(recorded:))
    source = try object.required(.source).parse(ObjectID.init(recorded:))
    date = try object.required(.date).parse { text throws(RegistryModelError) in
      try RecordDate(text)
    }
    archive = try object.required(.archive).parse { text throws(RegistryModelError) in
      try ArchiveChecksum(text)
    }
    requires = [:]
    for (key, value) in try object.required(.requires).entries() {
      requires[try ComponentName(key: key, of: value)] = try VersionRequirement(value)
    }
    edits = try Self.edits(object.required(.edits))
    files = try object[.files].map(PublishedObject.read) ?? [:]
    omits = try object[.omits].map(Self.omits) ?? []
    try checkPublishedForm(of: object, format)
  }

  static func edits(
    _ field: JSONField
  ) throws(RegistryModelError) -> [TreePath: [SourceEdit]] {
    var edits: [TreePath: [SourceEdit]] = [:]
    for (key, value) in try field.entries() {
      do throws(RegistryModelError) {
        edits[try TreePath(recorded: key)] = try SourceEdit.list(value)
      } catch {
        throw error.file == nil ? value.locatedAtKey(error) : error
      }
    }
    return edits
  }

  static func omits(_ field: JSONField) throws(RegistryModelError) -> Set<TreePath> {
    var omits: Set<TreePath> = []
    for entry in try field.array() {
      let path = try entry.parse(TreePath.init(recorded:))
      guard path != .root else {
        throw entry.failure(.invalidPath, "expected a path inside the component, found '.'")
      }
      omits.insert(path)
    }
    return omits
  }

  /// The second format is the first one with this key; a record has one or the other form, so that
  /// equal records have equal lines.
  private static func interface(
    of object: JSONObject<Key>,
    _ format: JSONField
  ) throws(RegistryModelError) -> ReleaseInterface? {
    let number = try format.integer()
    guard number > LaterFormat.first else {
      try refuse(.interface, of: object, before: interfaceFormat)
      return nil
    }
    if number > interfaceFormat, object[.interface] == nil { return nil }
    return try ReleaseInterface(
      object.required(.interface),
      refusesOthers: number <= known
    )
  }

  /// The third format is one of the others with something in one of these keys.
  private func checkPublishedForm(
    of object: JSONObject<Key>,
    _ format: JSONField
  ) throws(RegistryModelError) {
    let number = try format.integer()
    guard number < Self.known else {
      guard number == Self.known, files.isEmpty, omits.isEmpty else { return }
      throw format.failure(
        .missingKey,
        "a record of format \(Self.known) has something in 'files' or 'omits'"
      )
    }
    for key in [Key.files, .omits] { try Self.refuse(key, of: object, before: Self.known) }
  }

  private static func refuse(
    _ key: Key,
    of object: JSONObject<Key>,
    before format: Int
  ) throws(RegistryModelError) {
    guard let field = object[key] else { return }
    throw field.locatedAtKey(
      RegistryModelError(
        .unknownKey,
        "unknown key '\(key.rawValue)'",
        help: "a record that has it is of format \(format)"
      )
    )
  }
}
