import Base
import Git
import Model
import Sharing
import Versions

/// The state of an export after a complete run.
///
/// It only spares the next run from comparing what cannot have changed: without it, every file is
/// compared with what it should contain.
struct ExportState {
  private static let format = 2
  static let name = ".registry-export.json"
  static let lockName = ".registry-export.lock"

  let commit: ObjectID
  let scope: ScopeName
  /// Changes with the form of the files.
  let renderer: String
  let address: RegistryAddress?
  let pages: ReleasePages
  /// Stands for which releases have documentation.
  var documentation = ""
  var components: [ComponentName: Component] = [:]

  struct Component: Hashable {
    /// Stands for all that the files of its releases depend on.
    let key: String
    let releases: Int
    let hasAlternates: Bool
    /// Stands for all that its page depends on.
    var page = ""
  }

  init(
    commit: ObjectID,
    scope: ScopeName,
    renderer: String,
    address: RegistryAddress?,
    pages: ReleasePages
  ) {
    (self.commit, self.scope, self.renderer) = (commit, scope, renderer)
    (self.address, self.pages) = (address, pages)
  }

  /// Whether nothing remains to be done for another state.
  func isFinal(for other: ExportState) -> Bool {
    commit == other.commit && documentation == other.documentation && hasForm(of: other)
  }

  func hasForm(of other: ExportState) -> Bool {
    scope == other.scope && renderer == other.renderer && address == other.address
      && pages == other.pages
  }

  /// Throws unless the export is of this scope.
  func check(_ other: ScopeName, in folder: ExportFolder) throws(OperationError) {
    guard scope.key != other.key else { return }
    throw OperationError(
      .foreignFolder,
      "the folder '\(folder.path)' has an export of the scope '\(scope)', expected '\(other)'",
      help: "export each scope to a folder of its own"
    )
  }
}

extension ExportState {
  fileprivate enum Key {
    static let (format, commit, scope) = ("format", "commit", "scope")
    static let (renderer, url, components) = ("renderer", "url", "components")
    static let documentation = "documentation"
    static let releasePages = "releasePages"
    static let (key, page) = ("key", "page")
    static let (releases, alternates) = ("releases", "alternates")
  }

  var text: String {
    var members: [String: JSONValue] = [
      Key.format: .integer(Self.format), Key.commit: .string(commit.hex),
      Key.scope: .string(scope.text), Key.renderer: .string(renderer),
      Key.components: .object(
        Dictionary(components.map { ($0.text, $1.json) }) { first, _ in first }
      ),
    ]
    if !documentation.isEmpty { members[Key.documentation] = .string(documentation) }
    members[Key.url] = address.map { .string($0.description) }
    if case .newest(let count) = pages { members[Key.releasePages] = .integer(count) }
    return JSONValue.object(members).compact + "\n"
  }

  /// - Throws: If it is of another format.
  init(reading bytes: [UInt8]) throws {
    let root = try JSONValue(reading: bytes, file: Self.name)
    guard case .object(let members) = root, members[Key.format] == .integer(Self.format),
      case .string(let commit)? = members[Key.commit],
      case .string(let scope)? = members[Key.scope],
      case .string(let renderer)? = members[Key.renderer],
      case .object(let components)? = members[Key.components]
    else { throw OperationError(.other, "'\(Self.name)' has an unknown format") }
    var address: RegistryAddress?
    if case .string(let url)? = members[Key.url] {
      address = try RegistryAddress(url, allowsInsecure: true)
    }
    self.init(
      commit: try ObjectID(hex: commit),
      scope: try ScopeName(scope),
      renderer: renderer,
      address: address,
      pages: try ReleasePages(members[Key.releasePages])
    )
    if case .string(let text)? = members[Key.documentation] { documentation = text }
    for (name, value) in components {
      self.components[try ComponentName(name)] = try Component(value)
    }
  }
}

extension ExportState.Component {
  fileprivate typealias Key = ExportState.Key

  fileprivate var json: JSONValue {
    .object([
      Key.key: .string(key), Key.page: .string(page), Key.releases: .integer(releases),
      Key.alternates: .bool(hasAlternates),
    ])
  }

  fileprivate init(_ json: JSONValue) throws {
    guard case .object(let members) = json, case .string(let key)? = members[Key.key],
      case .string(let page)? = members[Key.page],
      case .number(let releases)? = members[Key.releases], let releases = Int(releases),
      case .bool(let hasAlternates)? = members[Key.alternates]
    else { throw OperationError(.other, "'\(ExportState.name)' has an unknown format") }
    self.init(key: key, releases: releases, hasAlternates: hasAlternates, page: page)
  }
}

extension ReleasePages {
  fileprivate init(_ json: JSONValue?) throws {
    guard let json else {
      self = .all
      return
    }
    guard case .number(let text) = json, let count = Int(text), count > 0 else {
      throw OperationError(.other, "'\(ExportState.name)' has an unknown format")
    }
    self = .newest(count)
  }
}
