import Git
import Base
import Model
import Site
import Versions

/// A release or a withdrawal that a webhook is told of.
struct WebhookEvent: Sendable {
  enum Kind: String {
    case release
    case withdrawal
  }

  let kind: Kind
  let component: ComponentName
  /// What is released or withdrawn.
  let release: Release
  let date: RecordDate
  let reason: String?

  /// - Parameter index: The published releases of the component.
  init?(_ record: LogRecord, of component: ComponentName, in index: ReleaseIndex) {
    self.component = component
    let version: SemanticVersion
    switch record {
    case .release(let release):
      (kind, version, date, reason) = (.release, release.version, release.date, nil)
    case .yank(let yank):
      (kind, version, date, reason) = (.withdrawal, yank.version, yank.date, yank.reason)
    }
    guard let position = index.position(of: version) else { return nil }
    release = index.releases[position]
  }

  /// The identifier of its delivery, the same at each attempt and on each server.
  func id(in scope: ScopeName) -> String {
    StableID.uuid(of: "\(kind.rawValue) \(component.identity(in: scope)) \(release.version)")
  }

  /// - Parameter address: `nil` if the server does not know its URL.
  func body(in scope: ScopeName, at address: Address?) -> [UInt8] {
    var members: [String: JSONValue] = [
      "component": .string(component.text),
      "date": .string(date.description),
      "event": .string(kind.rawValue),
      "id": .string(component.identity(in: scope)),
      "version": .string(release.version.description),
    ]
    members["checksum"] = release.archive.map { .string($0.hexadecimal) }
    // What was uploaded has no commit in this repository.
    if !release.isUploaded { members["commit"] = .string(release.source.description) }
    members["reason"] = reason.map { .string($0) }
    members["url"] = address.map { .string($0.release(scope, component, release.version)) }
    return Array(JSONValue.object(members).compact.utf8)
  }
}

extension WebhookEvent {
  /// The order in which they are told: as they happened.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    if left.date != right.date { return left.date < right.date }
    if left.component != right.component { return left.component < right.component }
    if left.kind != right.kind { return left.kind == .release }
    return left.release.version < right.release.version
  }
}
