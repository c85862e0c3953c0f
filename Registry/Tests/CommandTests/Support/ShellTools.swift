import Foundation

/// Replacements for GNU's tools in the scripts of tests, for systems that have others.
enum ShellTools {
  /// The folder to look in before those of the system; `nil` where the system's own tools do.
  static let folder: String? = {
    #if os(Linux)
      nil
    #else
      // All test processes write the same files.
      try? write(to: FileManager.default.temporaryDirectory.appending(path: "registry-test-tools"))
    #endif
  }()

  /// The scripts by their names.
  private static let scripts = [
    "flock": """
    exec perl -MFcntl=:flock -e '
      open my $file, "<", shift or exit 66; flock $file, LOCK_EX; exit system(@ARGV) >> 8' "$@"
    """,
    "sed": """
    if [ "$1" = -i ]; then shift; set -- -i '' "$@"; fi
    exec /usr/bin/sed "$@"
    """,
    "sha256sum": """
    exec shasum -a 256 "$@"
    """,
    "timeout": """
    if [ "$1" = -k ]; then shift 2; fi
    # A process that a test starts may have got the signal blocked.
    exec perl -MPOSIX -e '
      sigprocmask(SIG_UNBLOCK, POSIX::SigSet->new(SIGALRM)); alarm shift; exec @ARGV' "$@"
    """,
  ]

  /// Writes the scripts into a folder, and returns its path.
  static func write(to folder: URL) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, script) in scripts {
      let file = folder.appending(path: name)
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    return folder.path
  }
}
