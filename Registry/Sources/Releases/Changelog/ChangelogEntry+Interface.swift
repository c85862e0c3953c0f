import APICompatibility
import Interfaces

/// What the changelog says of the public interface.
extension ChangelogEntry {
  private static let mostChanges = 50

  /// - Returns: `nil` if there is nothing to say.
  static func items(of evidence: InterfaceEvidence?) -> [String] {
    guard let evidence else { return [] }
    let changes = evidence.difference.changes
    var items = changes.prefix(mostChanges).map { change in
      item(change.line, isBreaking: change.level == .breaking)
    }
    if changes.count > mostChanges { items.append("And \(changes.count - mostChanges) more") }
    if !evidence.difference.breakages.isEmpty, let reason = evidence.accepted {
      items.append(item("Accepted as compatible: \(reason)", isBreaking: false))
    }
    return items
  }
}
