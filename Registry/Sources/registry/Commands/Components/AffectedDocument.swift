import Errors
import Inspection
import RegistryModel
import Workspace

/// The components and apps that changes affect.
struct AffectedDocument: Document {
  private let parts: AffectedParts
  private let printsPaths: Bool
  private let terminator: String

  init(_ parts: AffectedParts, printsPaths: Bool, terminator: String) {
    (self.parts, self.printsPaths, self.terminator) = (parts, printsPaths, terminator)
  }

  var members: JSONMembers {
    [
      "base": parts.base,
      "commit": parts.tip,
      "worktree": parts.usesWorkingFiles,
      "components": parts.components,
      "apps": parts.apps,
      "scaffolds": parts.apps,
    ]
  }

  /// One name or folder each, so that a script can read them.
  func text(style: Style, width: Int?) -> String {
    let lines =
      printsPaths
      ? parts.components.map { "\($0.path)" } + parts.apps.map { "\($0.path)" }
      : parts.components.map { "\($0.name)" } + parts.apps.map { "\($0.name)" }
    return lines.map { $0 + terminator }.joined()
  }
}

extension AffectedParts.Part: JSONObjectRepresentable {
  var members: JSONMembers {
    var (through, message): ([String]?, String?) = (nil, nil)
    let word =
      switch reason {
      case .changed: "changed"
      case .releases: "releases"
      case .dependency: "dependency"
      case .unread: "unread"
      }
    // From the nearest dependency to the one that changed.
    if case .dependency(let way) = reason { through = way }
    if case .unread(let error) = reason { message = error.message }
    return [
      "name": "\(name)", "path": path, "reason": word, "through": through, "message": message,
    ]
  }
}
