package import Base
package import Git
package import Versions

/// The state of a component's own repository before the first commit that was mirrored to it: the
/// contents of `mirrors/NAME.json`, which never change.
package struct MirrorStart: Hashable, Sendable {
  /// The version of the format, the only one there is.
  private static let schema = 1

  /// The parent of the first mirrored commit.
  package let commit: ObjectID
  /// The targets of its release tags at that time; mirroring never moves them.
  package let tags: [SemanticVersion: ObjectID]
  /// The releases whose tags led to other files or dependencies, oldest first.
  package var different: [SemanticVersion] = []

  package init(commit: ObjectID, tags: [SemanticVersion: ObjectID]) {
    (self.commit, self.tags) = (commit, tags)
  }

  /// Reads the file of a component.
  ///
  /// - Parameter file: The path of the file, for messages.
  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    let object = try JSONField(reading: bytes, file: file).object(Key.self)
    try object.required(.schema).check(is: Self.schema)
    try object.refuseOthers()
    commit = try object.required(.start).parse(ObjectID.init(recorded:))
    var tags: [SemanticVersion: ObjectID] = [:]
    for (key, value) in try object[.tags]?.entries() ?? [] {
      let version = try value.parse(key: key, SemanticVersion.init)
      tags[version] = try value.parse(ObjectID.init(recorded:))
    }
    self.tags = tags
    for value in try object[.different]?.array() ?? [] {
      different.append(try value.parse(SemanticVersion.init))
    }
  }

  /// The text of the file.
  package var text: String {
    var lines = ["  \"schema\": \(Self.schema),", "  \"start\": \"\(commit)\""]
    if !different.isEmpty {
      let versions = different.map { "\"\($0)\"" }.joined(separator: ", ")
      lines.insert("  \"different\": [\(versions)],", at: 0)
    }
    if !tags.isEmpty {
      let entries = tags.sorted { $0.key < $1.key }.map { "    \"\($0.key)\": \"\($0.value)\"" }
      lines[lines.count - 1] += ","
      lines += ["  \"tags\": {", entries.joined(separator: ",\n"), "  }"]
    }
    return "{\n\(lines.joined(separator: "\n"))\n}\n"
  }

  private enum Key: String, JSONKey {
    case different
    case schema
    case start
    case tags
  }
}
