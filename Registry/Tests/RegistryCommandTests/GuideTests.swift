import Foundation
import Testing

/// The guides that can be typed word by word.
struct GuideTests {
  /// A command of the guide and the lines that it is said to print.
  private struct Step {
    var command: String
    var output: [String] = []
  }

  private func steps(of page: String) throws -> [Step] {
    let guide = URL(filePath: #filePath).appending(path: "../../../../Documentation/\(page)")
    let text = try String(contentsOf: guide.standardized, encoding: .utf8)
    var steps: [Step] = []
    for block in text.split(separator: "```console\n").dropFirst() {
      var isHereDocument = false
      for line in block.prefix(upTo: block.firstRange(of: "```")?.lowerBound ?? block.endIndex)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      {
        if isHereDocument {
          steps[steps.count - 1].command += "\n\(line)"
          isHereDocument = line != "END"
        } else if line.hasPrefix("$ ") {
          steps.append(Step(command: String(line.dropFirst(2))))
          isHereDocument = line.hasSuffix("<<'END'")
        } else {
          steps[steps.count - 1].output.append(String(line))
        }
      }
    }
    // What would install the program, and what needs a server or takes minutes.
    let elsewhere = [
      "make install", "export PATH", "git push", "swift build", "registry build",
      "registry exec -- xcodebuild",
    ]
    return steps.filter { step in !elsewhere.contains { step.command.hasPrefix($0) } }
  }

  @Test(arguments: [
    ("registry.md", 30), ("adopting.md", 20), ("from-a-monolith.md", 25), ("xcode-apps.md", 10),
    ("library-vendors.md", 15), ("pull-requests.md", 25),
  ])
  func `every command works and prints what the guide says`(page: String, least: Int) async throws {
    try await Sandbox.with([]) { sandbox in
      let steps = try steps(of: page)
      #expect(steps.count > least)
      // The toolchain takes its time, and other tests are about what it says.
      var script = """
        git config --global user.name Ada
        git config --global user.email ada@example.com
        registry() {
          local options=""
          case "$1" in
            bump | release) options="\(Sandbox.unchecked.joined(separator: " "))" ;;
            plan) options="--no-api-check" ;;
          esac
          command registry "$@" $options
        }

        """
      for (number, step) in steps.enumerated() {
        script += "echo '== \(number)'\n\(step.command)\n"
      }
      let printed = try sandbox.shell(script).split(separator: "== ")
      #expect(printed.count == steps.count)
      for (step, text) in zip(steps, printed) where !step.output.isEmpty {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
          .filter { !$0.contains("the public API was not compared") }
        // The guide may leave out the end of what is printed, and digits of a checksum.
        for (expected, line) in zip(step.output, lines) {
          let start = expected.split(separator: "…").first.map(String.init) ?? expected
          #expect(
            String(line).scrubbed.replacing(/sha256:.*|<checksum>|API  .*/, with: "")
              == start.scrubbed.replacing(/sha256:.*|API  .*/, with: ""),
            "\(step.command)"
          )
        }
        #expect(lines.count >= step.output.count, "\(step.command)")
      }
    }
  }
}
