import Errors
import GitValues
import Versioning

// The grammar of a release's record. The reader of JSON accepts any spelling and explains errors;
// the reader of the canonical form, which nearly all lines have, takes half the time and leaves
// everything that it does not recognize to the first.

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

  static func edits(
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

  static func omits(_ field: JSONField) throws(OperationError) -> Set<TreePath> {
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

  static func adds(
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

  static func tag(_ field: JSONField) throws(OperationError) -> String {
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

extension Release {
  init?(_ record: WrittenRecord) {
    var record = record
    guard record.skip("{") else { return nil }
    var adds: [TreePath: PublishedObject] = [:]
    if record.skip(#""adds":"#) {
      guard let read = record.json().flatMap({ try? Self.adds($0) }), record.skip(",") else {
        return nil
      }
      adds = read
    }
    var archive: ArchiveChecksum?
    if record.skip(#""archive":"#) {
      guard let checksum = record.string().flatMap({ try? ArchiveChecksum($0) }), record.skip(",")
      else { return nil }
      archive = checksum
    }
    guard record.skip(#""date":"#), let date = record.string().flatMap({ try? RecordDate($0) })
    else { return nil }
    var edits: [TreePath: [SourceEdit]] = [:]
    if record.skip(#","edits":"#) {
      if !record.skip("{}") {
        guard let read = record.json().flatMap({ try? Self.edits($0) }) else { return nil }
        edits = read
      }
    } else if archive != nil {
      return nil
    }
    var interface: ReleaseInterface?
    var files: [TreePath: PublishedObject] = [:]
    var omits: Set<TreePath> = []
    if record.skip(#","files":"#) {
      guard let read = record.json().flatMap({ try? PublishedObject.read($0) }) else { return nil }
      files = read
    }
    guard record.skip(#","format":"#), let format = record.digit() else { return nil }
    if record.skip(#","interface":"#) {
      guard let read = record.json().flatMap({ try? ReleaseInterface($0, refusesOthers: true) })
      else { return nil }
      interface = read
    }
    guard record.skip(#","internal":true"#) == (archive == nil) else { return nil }
    var mirrorAuthor: MirrorAuthor?
    if record.skip(#","mirrorAuthor":"#) {
      guard let author = record.string().flatMap({ try? MirrorAuthor($0) }) else { return nil }
      mirrorAuthor = author
    }
    if record.skip(#","omits":"#) {
      guard let read = record.json().flatMap({ try? Self.omits($0) }) else { return nil }
      omits = read
    }
    guard record.skip(#","requires":"#), let requires = record.requirements(),
      record.skip(#","source":"#),
      let source = record.string().flatMap({ try? ObjectID(recorded: $0) })
    else { return nil }
    var tag: String?
    if record.skip(#","tag":"#) {
      guard let name = record.string(), !name.isEmpty else { return nil }
      tag = name
    }
    guard record.skip(#","tree":"#),
      let tree = record.string().flatMap({ try? ObjectID(recorded: $0) })
    else { return nil }
    var upload: ObjectID?
    if record.skip(#","upload":"#) {
      guard let blob = record.string().flatMap({ try? ObjectID(recorded: $0) }) else { return nil }
      upload = blob
    }
    guard record.skip(#","version":"#), let version = record.version(),
      record.skip("}"), record.isAtEnd
    else { return nil }
    self.init(
      version: version,
      tree: tree,
      source: source,
      date: date,
      archive: archive,
      requires: requires,
      edits: edits,
      files: files,
      omits: omits,
      adds: adds,
      interface: interface,
      mirrorAuthor: mirrorAuthor,
      tag: tag,
      upload: upload
    )
    // The reader of JSON explains why any other number is wrong.
    guard format == self.format else { return nil }
  }
}
