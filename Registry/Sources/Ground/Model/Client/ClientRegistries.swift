package import Base
package import Versions

/// The client's file of registries, which SwiftPM reads: only URLs are read and changed here, and
/// every other byte stays.
package struct ClientRegistries: Sendable {
  /// The text of the file.
  package let text: String

  private let root: JSONNode
  private let file: String
  private let urls: [String: String]

  /// The version of the format, the only one that the package manager has.
  private static let version = 1
  private static let defaultKey = "[default]"

  private enum Key: String, JSONKey {
    case registries
    case version
  }

  /// Creates the content of a file that names no registry yet.
  package init(file: String) throws(OperationError) {
    let empty = JSONValue.members([
      Key.registries: .object([:]), .version: .integer(Self.version),
    ])
    try self.init(reading: Array(JSONLayout().file(empty).utf8), file: file)
  }

  /// Reads the file `registries.json` of SwiftPM.
  ///
  /// - Parameter file: The path of the file, for messages.
  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    let field = try JSONField(reading: bytes, file: file)
    let object = try field.object(Key.self)
    try object.required(.version).check("version", is: Self.version, help: nil)
    var urls: [String: String] = [:]
    for (key, value) in try object[.registries]?.entries() ?? [] {
      let url = try value.entries().first { $0.key == "url" }?.value
      if let url { urls[key] = try url.string() }
    }
    text = String(decoding: bytes, as: UTF8.self)
    root = field.node
    self.file = file
    self.urls = urls
  }

  /// The URL of the registry of a scope; `nil` if the file names none.
  ///
  /// - Parameter scope: `nil` for all scopes that have no registry of their own.
  package func url(of scope: ScopeName?) -> String? {
    urls[scope?.text ?? Self.defaultKey]
  }

  /// The file with another URL for the registry of a scope.
  ///
  /// - Parameter scope: `nil` for all scopes that have no registry of their own.
  package func setting(
    url: String,
    of scope: ScopeName?
  ) throws(OperationError) -> ClientRegistries {
    var edit = JSONEdit(text, layout: JSONLayout())
    let keys = [Key.registries.rawValue, scope?.text ?? Self.defaultKey, "url"]
    edit.set(.string(url), at: keys, in: root)
    return try ClientRegistries(reading: Array(edit.text.utf8), file: file)
  }
}
