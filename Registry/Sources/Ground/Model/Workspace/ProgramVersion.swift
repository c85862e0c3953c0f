private import CProgramCommit
private import Git

/// The version of `registry` and `registry-server`, and the commit they were built from.
///
/// Both have one version: they are built from the same modules, and `registry serve` runs
/// `registry-server` in its place.
package struct ProgramVersion: Sendable {
  /// The newest release of the package, which writes it here: see "versionFiles" in the manifest.
  package static let number = "0.10.0"

  /// The output of `--version`.
  package static func text(of program: String) -> String {
    """
    \(program) \(number)
    commit \(commit)
    libgit2 \(GitLibrary.version)
    """
  }

  /// Only a build that was told its commit names one: SwiftPM does not run anything for each build
  /// that could read it, and reads it for a manifest only when the manifest changes.
  private static var commit: String {
    guard let text = unsafe registry_program_commit() else {
      return "unknown (only 'make install' and 'make dist' record it)"
    }
    let parts = unsafe String(cString: text).split(separator: "-")
    return parts.count > 1 ? "\(parts[0]), with uncommitted changes" : String(parts[0])
  }
}
