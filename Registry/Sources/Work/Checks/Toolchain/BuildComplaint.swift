/// The errors of a failed build: the first ones, with paths relative to the package.
struct BuildComplaint {
  private static let most = 5

  let text: String

  init(output: String, package: String, root: String) {
    var errors: [String] = []
    for line in output.split(whereSeparator: \.isNewline) where Self.isError(line) {
      let short = String(
        line.drop { $0 == " " }.trimmingPrefix("error: ").replacing("\(package)/", with: "")
          .replacing("\(root)/", with: "")
      )
      if !errors.contains(short) { errors.append(short) }
    }
    if errors.isEmpty {
      errors = output.split(whereSeparator: \.isNewline).suffix(Self.most).map(String.init)
    }
    let shown = errors.prefix(Self.most).map { "\n  \($0)" }.joined()
    let rest = errors.count - Self.most
    text = shown + (rest > 0 ? "\n  and \(rest) more" : "")
  }

  /// The compiler's errors have a place before them; what only repeats that something failed has not.
  ///
  /// Those of git, for a dependency, follow what the package manager says.
  static func isError(_ line: Substring) -> Bool {
    if line.drop(while: { $0 == " " }).hasPrefix("fatal: ") { return true }
    if line.contains(": error: ") { return !line.contains("`- error:") }
    return line.hasPrefix("error: ") && !line.hasPrefix("error: fatalError")
      && !line.hasSuffix("(use -v to see invocation)")
  }
}
