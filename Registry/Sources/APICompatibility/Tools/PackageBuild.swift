package import Processes

/// A package as it lies on the disk, built by the stock package manager.
package struct PackageBuild: Sendable {
  package let toolchain: Toolchain
  /// The folder of `Package.swift`.
  package let package: String
  /// Where all is put that the build makes.
  package let scratch: String
  /// What stands before the paths in the compiler's words and is not to be shown.
  package let root: String

  package init(toolchain: Toolchain, package: String, scratch: String, root: String) {
    self.toolchain = toolchain
    self.package = package
    self.scratch = scratch
    self.root = root
  }

  /// The folder that has the modules when a build is done.
  package var modules: String { "\(scratch)/debug/Modules" }

  /// The file with what the package manager told the compiler.
  package var commands: String { "\(scratch)/debug.yaml" }

  /// Builds one target, or all that the package has but its tests.
  package func build(
    target: String? = nil,
    progress: (Substring) -> Void
  ) throws(ProcessError) {
    // The index is for editors, and for tests: it is how they are found.
    let arguments = ["--disable-index-store"] + (target.map { ["--target", $0] } ?? [])
    try run("build", arguments, .buildFailed, progress)
  }

  package func test(progress: (Substring) -> Void) throws(ProcessError) {
    try run("test", [], .testsFailed, progress)
  }

  private func run(
    _ verb: String,
    _ arguments: [String],
    _ code: ProcessError.Code,
    _ progress: (Substring) -> Void
  ) throws(ProcessError) {
    let command =
      [
        verb, "--package-path", package, "--scratch-path", scratch,
        // What was planned for another package in the same place would be taken for this one's.
        "--disable-build-manifest-caching",
      ] + arguments
    let outcome = try ToolProcess(program: toolchain.swift, arguments: command).run(progress)
    guard outcome.status != 0 else { return }
    let words = BuildComplaint(output: outcome.output, package: package, root: root)
    throw ProcessError(code, words.text)
  }
}
