import ArgumentParser
import Base
import Git
import Model
import Reports
import SemverRules
import ServerArguments
import Versions

struct CheckCommand: ShowingCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, github, markdown, sarif
  }

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare the public API of a package with its last version.",
    usage: "registry check [<revision>] [--allow <change>] [<options>]",
    discussion: """
      Compares any Swift package as it lies in its folder, with uncommitted files, with the \
      greatest version tag in the history of HEAD ('1.2.3' or 'v1.2.3'), or with a revision, and \
      prints the version that follows. The package needs no manifest of registry, and nothing is \
      written into its repository: builds are kept in the cache of the account.

      With --allow or --version, the exit status is 1 for changes beyond it. --accept names a file \
      of breakages that are meant, one in a line as 'check' prints it, then ' # ' and the reason:

        func Oven.bake(_:) was removed [declaration-removed] # nobody used it

        registry check
        registry check origin/main --allow minor    for a pull request
        registry check --version 1.5.0              may 1.5.0 be the next version?
        registry check --format markdown            for a comment or release notes
      """
  )

  @Argument(
    help: "The revision to compare with. (default: the greatest version tag in the history)",
    completion: .revisions
  )
  var revision: String?

  @Option(value: .folder, help: "The folder of the package.")
  var packagePath = "."

  @Option(value: "change", help: "The greatest change that is allowed.")
  var allow: CheckResult.Allowance?

  @Option(
    value: "version",
    help: "The version that is to follow; it is compared with the one before."
  )
  var version: String?

  @Option(value: .file, help: "A list of breakages that are meant, with reasons.")
  var accept: String?

  @Option(value: "format", help: "The format of the result.")
  var format: Format?

  @OptionGroup(title: "Build Options") var build: CheckBuildOptions

  @OptionGroup(title: "Common Options") var outputFlags: OutputFlags

  var output: OutputOptions {
    var options = outputFlags.options
    options.isJSON = outputFlags.json || format == .json
    return options
  }

  func validate() throws {
    if outputFlags.json, let format, format != .json {
      throw ValidationError("'--json' and '--format \(format.rawValue)' cannot be combined")
    }
    if allow != nil, version != nil {
      throw ValidationError("'--allow' and '--version' cannot be combined")
    }
  }

  func run(_ console: Console) throws {
    var check = CheckPackage()
    check.folder = packagePath
    check.revision = revision
    check.version = try version.map { text in try SemanticVersion(text) }
    check.platforms = build.platforms
    if let accept { check.accepted = try AcceptedChanges(readingFile: accept) }
    check.progress = { console.showProgress($0) }
    let result = try console.clearingProgress { try check.run() }
    let verdict: CheckVerdict? =
      if let allow {
        CheckVerdict(limit: .change(allow), isAllowed: result.isWithin(allow))
      } else if let version = check.version {
        CheckVerdict(limit: .version(version), isAllowed: try result.allows(version))
      } else {
        nil
      }
    let document = CheckDocument(result: result, verdict: verdict)
    switch format {
    case .github: try Stream.output.deliver(document.githubCommands)
    case .markdown: try Stream.output.deliver(document.markdown)
    case .sarif: try Stream.output.deliver(document.sarif.json.fileText())
    case .text, .json, nil: try console.show(document)
    }
    console.note(result.notes)
    for entry in result.unmetAcceptances {
      console.note(
        ["'\(accept ?? "")' line \(entry.line): no change is '\(entry.change)', remove the line"]
      )
    }
    if verdict?.isAllowed == false { throw ExitCode(1) }
  }
}

extension CheckResult.Allowance: ExpressibleByArgument {}

/// The options that 'swift build' has for what is built.
struct CheckBuildOptions: ParsableArguments {
  @Option(value: "traits", help: "The traits that are on, with commas between them.")
  var traits: String?

  @Flag(help: "Turn all traits on.")
  var enableAllTraits = false

  @Flag(help: "Turn the default traits off.")
  var disableDefaultTraits = false

  @Option(value: "triple", help: "Build for this triple.")
  var triple: String?

  @Option(value: "sdk", help: "Build with this SDK: a path, or a name for xcrun.")
  var sdk: String?

  @Option(value: "swift-sdk", help: "Build with this installed Swift SDK.")
  var swiftSdk: String?

  @Option(
    name: .customLong("Xswiftc", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Pass an argument to the Swift compiler.", valueName: "argument")
  )
  var swiftArguments: [String] = []

  @Option(
    name: .customLong("Xcc", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Pass an argument to the C compiler.", valueName: "argument")
  )
  var cArguments: [String] = []

  /// None for what the package's manifest says.
  var platforms: [BuildPlatform] {
    var arguments: [String] = []
    if let traits { arguments += ["--traits", traits] }
    if enableAllTraits { arguments.append("--enable-all-traits") }
    if disableDefaultTraits { arguments.append("--disable-default-traits") }
    arguments += swiftArguments.flatMap { ["-Xswiftc", $0] }
    arguments += cArguments.flatMap { ["-Xcc", $0] }
    let description = BuildDescription(
      triple: triple,
      sdk: sdk,
      swiftSDK: swiftSdk,
      arguments: arguments
    )
    return description == BuildDescription() ? [] : [.described(description)]
  }
}

/// Whether the changes are within what a person allows.
struct CheckVerdict {
  enum Limit {
    case change(CheckResult.Allowance)
    case version(SemanticVersion)
  }

  let limit: Limit
  let isAllowed: Bool
}

/// The changes of a package, and the version that follows from them.
struct CheckDocument: Document {
  let result: CheckResult
  /// `nil` if nothing was asked.
  let verdict: CheckVerdict?

  var members: JSONMembers {
    [
      "package": result.package,
      "since": [
        "name": result.base.name, "version": result.base.version, "commit": result.base.commit,
      ] as JSONMembers,
      "change": result.hasLibrary ? result.level.rawValue : "no-library",
      "changes": result.changes.map { change in
        change.change.members.adding([
          "file": change.place?.file, "line": change.place?.line,
          "earlier": change.place?.isEarlier, "accepted": change.reason,
        ])
      },
      "gaps": result.gaps,
      "uncommitted": result.uncommitted,
      "lowestAllowedVersion": result.lowestAllowedVersion,
      "allowed": verdict?.isAllowed,
      "unmetAcceptances": result.unmetAcceptances.map { entry in
        ["change": entry.change, "reason": entry.reason, "line": entry.line] as JSONMembers
      },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var text =
      "\(style(.bold, result.package.printable)) since \(style(.bold, result.base.name.printable)): \(summary)\n"
    if !result.uncommitted.isEmpty {
      text += "  with \(counted(result.uncommitted.count, "uncommitted file"))\n"
    }
    for change in result.changes {
      let isBreaking = change.change.level == .breaking
      let words = style(isBreaking ? .red : .green, change.change.words.printable)
      let place = change.placeText.map { "\($0.printable)  " } ?? ""
      text += "  \(place)\(words)  [\(change.change.rule)]\n"
      if let reason = change.reason { text += "    accepted: \(reason.printable)\n" }
    }
    for gap in result.gaps { text += "  not compared: \(gap.printable)\n" }
    return text + conclusion + "\n"
  }

  /// In a few words, such as `2 breakages, 3 additions`.
  var summary: String {
    guard result.hasLibrary else { return "no product is a library" }
    let accepted = result.breakages.count { $0.reason != nil }
    let parts = [
      result.breakages.isEmpty
        ? nil
        : counted(result.breakages.count, "breakage")
          + (accepted == 0 ? "" : " (\(accepted) accepted)"),
      result.additions.isEmpty ? nil : counted(result.additions.count, "addition"),
    ].compactMap(\.self)
    return parts.isEmpty ? "unchanged" : parts.joined(separator: ", ")
  }

  /// The consequence for the next version, and whether that is allowed.
  var conclusion: String {
    let next: String
    if let lowest = result.lowestAllowedVersion {
      next = "the next version is \(lowest) or greater"
    } else {
      let change =
        switch result.level {
        case .breaking: "a major"
        case .additive: "a minor"
        case .unchanged: "a patch"
        }
      next = "the changes need \(change) version"
    }
    guard let verdict else { return next }
    switch verdict.limit {
    case .change(let change):
      return verdict.isAllowed
        ? "\(next), and a \(change.rawValue) version is allowed"
        : "\(next), but no more than a \(change.rawValue) version is allowed"
    case .version(let version):
      return verdict.isAllowed
        ? "\(version) is allowed: \(next)" : "\(version) is not allowed: \(next)"
    }
  }
}

extension CheckResult.Change {
  /// As compilers write it, such as `Sources/Kit/Oven.swift:12`; `nil` if it is not known.
  var placeText: String? { place.map { "\($0.file):\($0.line)" } }
}

extension CheckDocument {
  /// Workflow commands that GitHub shows beside the lines, one for each change, and one for what
  /// follows.
  var githubCommands: String {
    let commands = result.changes.map { change in
      let properties = [
        ("file", change.place?.file.description),
        ("line", change.place.map { "\($0.line)" }), ("title", change.change.rule),
      ].compactMap { key, value in value.map { "\(key)=\($0.escapedProperty)" } }
      let reason = change.reason.map { "\naccepted: \($0)" } ?? ""
      return "::\(severity(of: change, "notice")) \(properties.joined(separator: ","))"
        + "::\((change.change.words + reason).escapedData)\n"
    }
    let level = verdict?.isAllowed == false ? "error" : "notice"
    let title = "\(result.package) since \(result.base.name): \(summary)"
    return commands.joined()
      + "::\(level) title=\(title.escapedProperty)::\(conclusion.escapedData)\n"
  }

  /// - Parameter lowest: The word for what needs no attention.
  private func severity(of change: CheckResult.Change, _ lowest: String) -> String {
    guard change.change.level == .breaking, change.reason == nil else { return lowest }
    return verdict?.isAllowed == false ? "error" : "warning"
  }

  /// For a comment on a pull request, or the notes of a release.
  var markdown: String {
    var text =
      "### \(result.package.codeSpan) since \(result.base.name.codeSpan): \(summary)\n\n"
      + "\(conclusion.prefix(1).uppercased())\(conclusion.dropFirst()).\n"
    for (title, changes) in [
      ("Breakages", result.breakages), ("Additions", result.additions),
    ] where !changes.isEmpty {
      text += "\n#### \(title)\n\n"
      for change in changes {
        let place = change.placeText.map { ", \($0.codeSpan)" } ?? ""
        let reason = change.reason.map { "; accepted: \($0.codeSpan)" } ?? ""
        text += "- \(change.change.words.codeSpan) (\(change.change.rule))\(place)\(reason)\n"
      }
    }
    if !result.gaps.isEmpty {
      text += "\n#### Not compared\n\n" + result.gaps.map { "- \($0.codeSpan)\n" }.joined()
    }
    return text
  }

  /// The changes in the Static Analysis Results Interchange Format 2.1.0.
  var sarif: JSONMembers {
    let names = Set(result.changes.map(\.change.rule)).sorted()
    let rules = names.map { name -> JSONMembers in
      let rule = Rule.named(name)
      return [
        "id": name, "helpUri": rule?.reference,
        "shortDescription": rule.map { ["text": $0.sentence] as JSONMembers },
      ]
    }
    let driver: JSONMembers = [
      "name": "registry", "rules": rules,
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver] as JSONMembers,
          "results": result.changes.map(sarif(of:)),
        ] as JSONMembers
      ],
    ]
  }

  private func sarif(of change: CheckResult.Change) -> JSONMembers {
    let locations = change.place.map { place -> [JSONMembers] in
      let file: JSONMembers = ["uri": place.file.description.uriPath]
      let region: JSONMembers = ["startLine": place.line]
      return [
        [
          "physicalLocation": ["artifactLocation": file, "region": region] as JSONMembers
        ] as JSONMembers
      ]
    }
    let suppressions = change.reason.map { reason -> [JSONMembers] in
      [["kind": "external", "justification": reason]]
    }
    return [
      "ruleId": change.change.rule,
      "level": severity(of: change, "note"),
      "message": ["text": change.change.words] as JSONMembers,
      "locations": locations,
      "suppressions": suppressions,
    ]
  }
}

extension String {
  /// As code in Markdown, whatever it has: in one line, between more backticks than are in it.
  fileprivate var codeSpan: String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
    var (run, longest) = (0, 0)
    for character in line {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = line.hasPrefix("`") || line.hasSuffix("`") || line.isEmpty ? " " : ""
    return "\(fence)\(space)\(line)\(space)\(fence)"
  }
}
