import Base
import Git
import Model
import Releases
import Versions

/// Asks the person in the terminal what a first manifest is to say, with what init proposes.
struct InitQuestions {
  private let console: Console
  /// With the answers; what they said before is not asked.
  private(set) var options: AdoptionOptions

  init(_ options: AdoptionOptions, _ console: Console) {
    (self.options, self.console) = (options, console)
  }

  mutating func ask(about proposal: AdoptionProposal) {
    if options.scope == nil { askScope(proposal.manifest.scope) }
    if options.release == nil {
      options.release = console.ask(
        "Are releases public, or internal to the apps of this repository",
        default: proposal.manifest.release,
        named: proposal.manifest.release.rawValue
      ) { text throws(OperationError) in
        if let kind = ReleaseKind(rawValue: text.lowercased()) { return kind }
        throw OperationError(
          .invalidValue,
          "invalid answer \(quoted(text)), expected 'public' or 'internal'"
        )
      }
    }
    guard !proposal.newRootFiles.isEmpty else { return }
    let files = proposal.newRootFiles.map(\.description.printable).joined(separator: ", ")
    options.listsRootFiles = console.confirm(
      "Add \(files) to releases of components without a licence?",
      default: true
    )
  }

  /// - Parameter proposed: `nil` if the repository has no name for it.
  /// - Returns: Whether there is one now.
  @discardableResult
  mutating func askScope(_ proposed: ScopeName?) -> Bool {
    options.scope = console.ask(
      "Scope, the first part of the packages' identities",
      default: proposed,
      named: proposed?.text,
      reading: ScopeName.init
    )
    return options.scope != nil
  }
}
