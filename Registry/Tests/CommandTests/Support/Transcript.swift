import Foundation

/// The `console` blocks of a page, in their order: what is typed, and all that it prints.
///
/// - A line that starts with `$ ` is a command. After `<<'END'`, its lines go on to `END`.
/// - The lines below it are what it prints, on standard output and standard error alike, in full. A
///   line `…` stands for any number of lines that the page leaves out.
/// - A command succeeds, unless the first line of its output on the page starts with `error: `.
/// - What differs from run to run is compared by what it is: see ``comparable(_:)``.
struct Transcript {
  struct Step {
    let command: String
    var output: [String] = []

    var fails: Bool { output.first?.hasPrefix("error: ") == true }
  }

  var steps: [Step] = []

  /// - Parameter page: Relative to `Documentation`.
  init(of page: String) throws {
    for block in try Self.text(of: page).components(separatedBy: "```console\n").dropFirst() {
      var isHereDocument = false
      var command = ""
      for line in block.components(separatedBy: "\n").prefix(while: { $0 != "```" }) {
        if isHereDocument {
          command += "\n\(line)"
          isHereDocument = line != "END"
          if !isHereDocument { steps.append(Step(command: command)) }
        } else if line.hasPrefix("$ ") {
          command = String(line.dropFirst(2))
          isHereDocument = line.hasSuffix("<<'END'")
          if !isHereDocument { steps.append(Step(command: command)) }
        } else {
          steps[steps.count - 1].output.append(line)
        }
      }
    }
  }

  static let folder = URL(filePath: #filePath).appending(path: "../../../../../Documentation")
    .standardized

  static func text(of page: String) throws -> String {
    try String(contentsOf: folder.appending(path: page), encoding: .utf8)
  }

  /// What a step printed, and its exit status.
  struct Run {
    let output: [String]
    let status: Int?
  }

  /// Types all steps in one shell, which does not stop at a failure.
  ///
  /// - Parameter script: What the shell runs before.
  func run(in sandbox: Sandbox, after script: String) throws -> [Run] {
    // A character that no program prints.
    let mark = "\u{1E}"
    var text = "{ :\n\(script)\n} > /dev/null\nexec 2>&1\nset +eu +o pipefail\n"
    for step in steps { text += "\(step.command)\nprintf '\(mark)%s\(mark)' $?\n" }
    let parts = try sandbox.shell(text).components(separatedBy: mark)
    return stride(from: 0, to: parts.count - 1, by: 2).map { index in
      var lines = parts[index].components(separatedBy: "\n")
      if lines.last == "" { lines.removeLast() }
      return Run(output: lines, status: Int(parts[index + 1]))
    }
  }

  /// Whether the lines of a page, some of which may be `…`, are those that were printed.
  static func matches(_ expected: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return printed.isEmpty }
    let rest = expected.dropFirst()
    guard first == "…" else {
      return printed.first == first && matches(rest, printed.dropFirst())
    }
    return (printed.startIndex...printed.endIndex).contains { matches(rest, printed[$0...]) }
  }

  /// A line with what differs from run to run replaced by what it is: ids, checksums, times and
  /// dates, tokens, ports, the time that a build took, and the folder of the run, which is
  /// `/home/ada` on the pages.
  static func comparable(_ line: String, home: String) -> String {
    line.replacing(home, with: "/home/ada")
      .replacing(/sha256:[0-9a-f]+…?/, with: "<checksum>")
      .replacing(/registry_[A-Za-z0-9_-]{20,}|registry_…/, with: "<token>")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/, with: "<time>")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/, with: "<date>")
      .replacing(/\b([0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{12}|[0-9a-f]{7})\b/, with: "<id>")
      .replacing(/\b127\.0\.0\.1:[0-9]+/, with: "<host>")
      .replacing(/\([0-9.]+ ?s\)/, with: "<duration>")
  }
}
