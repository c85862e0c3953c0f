import Git
import GitValues
import Inspection
import RegistryModel
import Versioning
import Workspace

/// The components and apps that changes affect.
struct AffectedDocument: Document {
  struct Part: Encodable {
    let name: String
    let path: String
    /// `changed`, `releases`, `dependency` or `unread`.
    let reason: String
    /// From the nearest dependency to the one that changed.
    private(set) var through: [String]?
    private(set) var message: String?
  }

  let base: String
  let commit: String
  let worktree: Bool
  let components: [Part]
  let scaffolds: [Part]

  private let printsPaths: Bool
  private let terminator: String

  private enum CodingKeys: String, CodingKey {
    case base, commit, worktree, components, scaffolds
  }

  init(_ parts: AffectedParts, printsPaths: Bool, terminator: String) {
    base = parts.base.hex
    commit = parts.tip.hex
    worktree = parts.usesWorkingFiles
    components = parts.components.map(Part.init)
    scaffolds = parts.scaffolds.map(Part.init)
    self.printsPaths = printsPaths
    self.terminator = terminator
  }

  /// One name or folder each, so that a script can read them.
  func text(style: Style, width: Int?) -> String {
    (components + scaffolds).map { (printsPaths ? $0.path : $0.name) + terminator }.joined()
  }
}

extension AffectedDocument.Part {
  init<Name>(_ part: AffectedParts.Part<Name>) where Name: CustomStringConvertible {
    name = "\(part.name)"
    path = part.path.description
    switch part.reason {
    case .changed: reason = "changed"
    case .releases: reason = "releases"
    case .dependency(let way): (reason, through) = ("dependency", way)
    case .unread(let error): (reason, message) = ("unread", "\(error.message)")
    }
  }
}
