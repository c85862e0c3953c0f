package import Model
package import Versions

/// One release as its component's log tells it.
package struct LogEntry: Hashable, Sendable {
  package let component: ComponentName
  package let release: Release
  /// Why and when it was withdrawn, if it was.
  package let yank: Yank?
  /// What the changelog says of it; `nil` if it was not asked for, or says nothing.
  package let notes: String?
}
