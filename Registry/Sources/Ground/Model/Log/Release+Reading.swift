import Base
import Git
import Versions

/// The grammar of a release's record.
extension Release {
  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    let formatField = try object.required(.format)
    later = try LaterFormat(formatField, others: object, known: Self.known)
    let format = try formatField.integer()
    try Self.refuseKeys(after: format, in: object)
    if let field = try format == 2 ? object.required(.interface) : object[.interface] {
      interface = try ReleaseInterface(field, refusesOthers: format <= Self.known)
      if format < Self.rulesFormat, interface?.rules != nil {
        throw field.failure(
          .unknownKey,
          "unknown key 'rules'",
          help: "a record that has it is of format \(Self.rulesFormat)"
        )
      }
    }
    version = try object.required(.version).version()
    tree = try object.required(.tree).parse(ObjectID.init(recorded:))
    source = try object.required(.source).parse(ObjectID.init(recorded:))
    date = try object.required(.date).parse(RecordDate.init(_:))
    archive = try Self.archive(of: object)
    requires = [:]
    for (key, value) in try object.required(.requires).entries() {
      requires[try ComponentName(key: key, of: value)] = try VersionRequirement(value)
    }
    edits = try (archive == nil ? object[.edits] : object.required(.edits)).map(Self.edits) ?? [:]
    files = try object[.files].map(PublishedObject.read) ?? [:]
    omits = try object[.omits].map(Self.omits) ?? []
    adds = try object[.adds].map(Self.adds) ?? [:]
    mirrorAuthor = try object[.mirrorAuthor]?.parse(MirrorAuthor.init(_:))
    notes = try object[.notes].map(Self.text)
    tag = try object[.tag].map(Self.text)
    upload = try object[.upload]?.parse(ObjectID.init(recorded:))
    try checkFormat(formatField)
  }

  /// A release has one of the two: a checksum, or the word that it is internal.
  private static func archive(
    of object: JSONObject<Key>
  ) throws(OperationError) -> ArchiveChecksum? {
    guard let field = object[.isInternal] else {
      return try object.required(.archive).parse(ArchiveChecksum.init(_:))
    }
    guard try field.bool() else {
      throw field.failure(.invalidValue, "expected 'true', or no such key")
    }
    if let archive = object[.archive] {
      throw archive.failureAtKey(.unknownKey, "an internal release has no 'archive'")
    }
    if let upload = object[.upload] {
      throw upload.failureAtKey(.unknownKey, "an internal release has no 'upload'")
    }
    return nil
  }

  private static func edits(
    _ field: JSONField
  ) throws(OperationError) -> [TreePath: [SourceEdit]] {
    var edits: [TreePath: [SourceEdit]] = [:]
    for (key, value) in try field.entries() {
      edits[try value.parse(key: key, TreePath.init(recorded:))] = try SourceEdit.list(value)
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

  private static func text(_ field: JSONField) throws(OperationError) -> String {
    let text = try field.string()
    guard !text.isEmpty else {
      throw field.failure(.invalidValue, "expected a text, or no such key")
    }
    return text
  }

  private static func refuseKeys(
    after format: Int,
    in object: JSONObject<Key>
  ) throws(OperationError) {
    for (first, keys) in laterKeys where format < first {
      for key in keys {
        guard let field = object[key] else { continue }
        throw field.failureAtKey(
          .unknownKey,
          "unknown key '\(key.rawValue)'",
          help: "a record that has it is of format \(first)"
        )
      }
    }
  }

  /// A record is of the lowest format that can represent it, so that equal records have equal lines.
  private func checkFormat(_ field: JSONField) throws(OperationError) {
    let found = try field.integer()
    guard found <= Self.known, format < found else { return }
    let keys = Self.laterKeys.first { $0.key == found }?.value.map { "'\($0.rawValue)'" }
    let missing = keys?.joined(separator: " or ") ?? "'rules' of 'interface'"
    throw field.failure(
      .missingKey,
      "a record of format \(found) has something in \(missing)"
    )
  }
}
