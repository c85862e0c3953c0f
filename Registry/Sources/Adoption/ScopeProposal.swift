import Errors
import Git
import PackageRules
import Versioning
import Workspace

/// The scope of a repository: the owner of the place where it is shared, or else the name of its
/// folder.
struct ScopeProposal {
  static func scope(
    _ origins: [RepositoryOrigin],
    in repository: borrowing Repository
  ) throws -> ScopeName {
    let folder = repository.workingDirectory?.split(separator: "/").last.map(String.init)
    let texts = [origins.first?.owner, folder].compactMap(\.self)
    for text in texts {
      let clean = ComponentNaming.cleaned(text).replacing("_", with: "-").lowercased()
      if let scope = try? ScopeName(clean) { return scope }
    }
    throw OperationError(
      .noScope,
      "the repository has no remote that names its owner, and its folder's name is not a scope",
      help: "name the scope with '--scope NAME'"
    )
  }
}
