import Errors
import GitValues
import Versioning

/// The grammar of a release's record.
extension Release {
  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    let format = try object.required(.format)
    later = try LaterFormat(format, others: object, known: Self.known)
    interface = try Self.interface(of: object, format)
    version = try object.required(.version).version()
    tree = try object.required(.tree).parse(ObjectID.init(recorded:))
    source = try object.required(.source).parse(ObjectID.init(recorded:))
    date = try object.required(.date).parse { text throws(OperationError) in
      try RecordDate(text)
    }
    archive = try Self.archive(of: object)
    requires = [:]
    for (key, value) in try object.required(.requires).entries() {
      requires[try ComponentName(key: key, of: value)] = try VersionRequirement(value)
    }
    edits = try (archive == nil ? object[.edits] : object.required(.edits)).map(Self.edits) ?? [:]
    files = try object[.files].map(PublishedObject.read) ?? [:]
    omits = try object[.omits].map(Self.omits) ?? []
    adds = try object[.adds].map(Self.adds) ?? [:]
    mirrorAuthor = try object[.mirrorAuthor]?.parse { text throws(OperationError) in
      try MirrorAuthor(text)
    }
    tag = try object[.tag].map(Self.tag)
    upload = try object[.upload]?.parse(ObjectID.init(recorded:))
    try checkPublishedForm(of: object, format)
  }

  /// A release has one of the two: a checksum, or the word that it is internal.
  private static func archive(
    of object: JSONObject<Key>
  ) throws(OperationError) -> ArchiveChecksum? {
    guard let field = object[.isInternal] else {
      return try object.required(.archive).parse { text throws(OperationError) in
        try ArchiveChecksum(text)
      }
    }
    guard try field.bool() else {
      throw field.failure(.invalidValue, "expected 'true', or no such key")
    }
    if let archive = object[.archive] {
      throw archive.locatedAtKey(
        OperationError(.unknownKey, "an internal release has no 'archive'")
      )
    }
    return nil
  }

  private static func edits(
    _ field: JSONField
  ) throws(OperationError) -> [TreePath: [SourceEdit]] {
    var edits: [TreePath: [SourceEdit]] = [:]
    for (key, value) in try field.entries() {
      do throws(OperationError) {
        edits[try TreePath(recorded: key)] = try SourceEdit.list(value)
      } catch {
        throw error.place == nil ? value.locatedAtKey(error) : error
      }
    }
    return edits
  }

  private static func omits(_ field: JSONField) throws(OperationError) -> Set<TreePath> {
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

  private static func adds(
    _ field: JSONField
  ) throws(OperationError) -> [TreePath: PublishedObject] {
    let adds = try PublishedObject.read(field)
    for (path, file) in adds where path.names.count > 1 || file.kind == .folder {
      throw field.failure(
        .invalidValue,
        "'\(path)' is not a file in the component's folder itself"
      )
    }
    return adds
  }

  private static func tag(_ field: JSONField) throws(OperationError) -> String {
    let name = try field.string()
    guard !name.isEmpty else { throw field.failure(.invalidValue, "a tag has a name") }
    return name
  }

  /// The second format is the first one with this key; a record has exactly one of the two forms,
  /// so that equal records have equal lines.
  private static func interface(
    of object: JSONObject<Key>,
    _ format: JSONField
  ) throws(OperationError) -> ReleaseInterface? {
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

  /// The third format is one of the others with 'files' or 'omits', the fourth is any with 'adds', the
  /// fifth any with 'tag', the sixth any with 'mirrorAuthor', the seventh any with 'rules', the eighth any
  /// with 'internal', the ninth any with 'upload'.
  private func checkPublishedForm(
    of object: JSONObject<Key>,
    _ format: JSONField
  ) throws(OperationError) {
    let number = try format.integer()
    if number < Self.uploadFormat {
      try Self.refuse(.upload, of: object, before: Self.uploadFormat)
    }
    if let upload = object[.upload], isInternal {
      throw upload.locatedAtKey(
        OperationError(.unknownKey, "an internal release has no 'upload'")
      )
    }
    if number < Self.internalFormat {
      try Self.refuse(.isInternal, of: object, before: Self.internalFormat)
    }
    if number < Self.rulesFormat, interface?.rules != nil, let field = object[.interface] {
      throw field.failure(
        .unknownKey,
        "unknown key 'rules'",
        help: "a record that has it is of format \(Self.rulesFormat)"
      )
    }
    if number < Self.authorFormat {
      try Self.refuse(.mirrorAuthor, of: object, before: Self.authorFormat)
    }
    if number < Self.tagFormat { try Self.refuse(.tag, of: object, before: Self.tagFormat) }
    if number < Self.addsFormat { try Self.refuse(.adds, of: object, before: Self.addsFormat) }
    if number < Self.formFormat {
      for key in [Key.files, .omits] { try Self.refuse(key, of: object, before: Self.formFormat) }
    }
    let missing: String? =
      switch number {
      case Self.uploadFormat where upload == nil: "'upload'"
      case Self.internalFormat where archive != nil: "'internal'"
      case Self.rulesFormat where interface?.rules == nil: "'rules' of 'interface'"
      case Self.authorFormat where mirrorAuthor == nil: "'mirrorAuthor'"
      case Self.tagFormat where tag == nil: "'tag'"
      case Self.addsFormat where adds.isEmpty: "'adds'"
      case Self.formFormat where files.isEmpty && omits.isEmpty: "'files' or 'omits'"
      default: nil
      }
    guard let missing else { return }
    throw format.failure(.missingKey, "a record of format \(number) has something in \(missing)")
  }

  private static func refuse(
    _ key: Key,
    of object: JSONObject<Key>,
    before format: Int
  ) throws(OperationError) {
    guard let field = object[key] else { return }
    throw field.locatedAtKey(
      OperationError(
        .unknownKey,
        "unknown key '\(key.rawValue)'",
        help: "a record that has it is of format \(format)"
      )
    )
  }
}
