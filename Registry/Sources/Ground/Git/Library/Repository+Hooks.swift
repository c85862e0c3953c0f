package import Base
private import CLibrary


extension Repository {
  private static let commitHooks = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit",
  ]

  /// The hooks that git would run for a commit, in that order.
  package func commitHooks() throws(OperationError) -> [String] {
    let folder = try hooksFolder()
    return Self.commitHooks.filter { name in
      // As for git, what is not executable is switched off.
      unsafe access("\(folder)/\(name)", X_OK) == 0
    }
  }

  private func hooksFolder() throws(OperationError) -> String {
    guard let path = try configuration()["core.hookspath"], !path.isEmpty else {
      return "\(commonDirectory)/hooks"
    }
    if TreePath.isAbsolute(path) { return path }
    if path.hasPrefix("~/"), let home = unsafe getenv("HOME") {
      return unsafe String(cString: home) + path.dropFirst()
    }
    // Where git runs them.
    return "\(workingDirectory ?? gitDirectory)/\(path)"
  }
}
