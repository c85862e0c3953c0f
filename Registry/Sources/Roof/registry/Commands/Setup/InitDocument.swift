import Base
import Content
import Git
import Model
import Releases
import Versions

/// The packages that a manifest lists, or would list, and what prevents their release.
struct InitDocument: Document {
  let result: AdoptRepository.Result
  /// `done`, `planned` for a dry run, or `unchanged` if the manifest lists everything already.
  let written: WrittenOutcome
  /// The command to type after this one.
  let next: String

  /// - Parameter repetition: The same command without `--dry-run`.
  init(_ result: AdoptRepository.Result, _ mode: WritingMode, repetition: String) {
    self.result = result
    written = WrittenOutcome(result, "done", mode)
    next =
      written.plan != nil
      ? repetition
      : !result.proposal.manifest.components.isEmpty
        ? Self.isUnchanged(result) ? "registry status" : "registry plan"
        : Self.ignored(result) != nil
          ? "registry init"
          : !result.targets.isEmpty || result.computesApp
            ? "registry extract --plan"
            : result.proposal.manifest.apps.isEmpty ? "registry serve" : "registry new NAME"
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "manifest": result.manifestPath,
      "scope": manifest.scope,
      "release": manifest.release.rawValue,
      "components": manifest.components.sorted { $0.key < $1.key }.map { name, component in
        [
          "name": name,
          "path": component.path,
          "layer": component.layer,
          "new": result.proposal.newComponents.contains(name),
          "private": component.isPrivate ? true : nil,
        ] as JSONMembers
      },
      "apps": manifest.apps.sorted { $0.key < $1.key }.map { name, app in
        [
          "name": name,
          "path": app.path,
          "product": app.product,
          "new": result.proposal.newApps.contains(name),
        ] as JSONMembers
      },
      "layers": layers,
      "rootFiles": result.proposal.newRootFiles,
      "repositories": result.proposal.addsRepositories ? manifest.repositories?.description : nil,
      "leftOut": result.proposal.leftOut.map {
        ["path": $0.path, "reason": $0.reason.rawValue] as JSONMembers
      },
      "evaluated": evaluated,
      "targets": result.targets.isEmpty
        ? nil : Dictionary(uniqueKeysWithValues: result.targets.map { ($0.description, $1) }),
      "tags": result.past.schemes.map {
        ["pattern": $0.pattern.text, "count": $0.count, "example": $0.example] as JSONMembers
      },
      "matchedTags": result.past.matchedTags,
      "adopted": adopted.map { component, release in
        [
          "component": component,
          "version": release.version,
          "tag": release.tag ?? "",
          "source": release.source,
        ] as JSONMembers
      },
      "notAdopted": result.past.refused,
      "baselines": baselines.map { component, baseline in
        [
          "component": component,
          "version": baseline.version,
          "source": baseline.source,
          "tag": baseline.tag,
        ] as JSONMembers
      },
      "findings": result.findings,
      "commit": written.commit,
      "plan": written.plan,
      "next": next,
    ]
  }
}

extension InitDocument {
  var manifest: Manifest { result.proposal.manifest }

  /// Whether all components that can be released are at baselines of the commit that was read, so that
  /// there is nothing to release.
  private static func isUnchanged(_ result: AdoptRepository.Result) -> Bool {
    let released = result.proposal.manifest.components.filter { !$0.value.isPrivate }
    return !released.isEmpty
      && released.keys.allSatisfy { name in
        result.past.baselines[name].map { $0.tag == nil } ?? false
      }
  }

  /// A folder of packages that git ignores, as it does with what a line that `swift package init`
  /// writes names.
  var ignored: AdoptionProposal.LeftOut? { Self.ignored(result) }

  private static func ignored(_ result: AdoptRepository.Result) -> AdoptionProposal.LeftOut? {
    result.proposal.leftOut.first { $0.reason == .ignored }
  }

  /// The step that a person must take before the next command, so that it does not find the same
  /// again; `nil` if there is none.
  var firstStep: String? {
    if written.plan == nil, result.findings.contains(where: \.isError) {
      return "fix the errors, commit, then "
    }
    guard written.plan == nil, manifest.components.isEmpty, let ignored else { return nil }
    return "commit the packages in '\(ignored.path.description.printable)', then "
  }

  var layers: [LayerName] {
    manifest.layers.sorted {
      ($0.value.mayUse.count, $0.key) < ($1.value.mayUse.count, $1.key)
    }.map(\.key)
  }

  /// The paths of the dependencies of each package whose manifest was run.
  var evaluated: [TreePath: [String]] {
    Dictionary(
      uniqueKeysWithValues: result.evaluated.map { path, dependencies in
        (path, dependencies.map { path.way(to: $0) })
      }
    )
  }

  var adopted: [(component: ComponentName, release: Release)] {
    result.past.releases.sorted { $0.key < $1.key }.flatMap { name, releases in
      releases.map { (name, $0) }
    }
  }

  /// The baselines that this run sets.
  var baselines: [(component: ComponentName, baseline: Baseline)] {
    result.past.baselines.sorted { $0.key < $1.key }.map { ($0, $1) }
  }
}

extension AdoptedPast.RefusedTag: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "tag": tag,
      "component": component,
      "rule": error.code.rawValue,
      "message": message,
      "help": error.help,
    ]
  }

  var message: String {
    [error.context, error.message].compactMap(\.self).joined(separator: ": ")
  }
}

/// The sections about the past of the repository, as tags and the person name it.
extension InitDocument {
  /// So many components, and refusals for each reason.
  private static let mostLines = 10

  func past(_ style: Style) -> String {
    tags(style) + adopted(style) + notAdopted(style) + baselines(style)
  }

  private func tags(_ style: Style) -> String {
    let tags = result.past.schemes
    let options = tags.map { " --adopt-tags \($0.pattern.text.shellQuoted)" }.joined()
    return section(
      "tags of earlier releases",
      tags.map { "  \($0.pattern.text) (\($0.count)): such as \($0.example.printable)\n" },
      style,
      help: "record them with 'registry init\(options)'"
    )
  }

  private func adopted(_ style: Style) -> String {
    guard !adopted.isEmpty else {
      let tags = result.past.matchedTags.map { counted($0, "tag") }
      return tags.map { "no release is adopted: \($0) of this form, none with a new release\n" }
        ?? ""
    }
    let components = Dictionary(grouping: adopted, by: \.component).sorted { $0.key < $1.key }
    let heading = written.plan != nil ? "releases to adopt" : "adopted releases"
    let lines = components.prefix(Self.mostLines).map { name, releases in
      let versions = [releases.first, releases.count > 1 ? releases.last : nil]
        .compactMap { $0?.release.version.description }.joined(separator: " to ")
      return "  \(name) (\(releases.count)): \(versions)\n"
    }
    return section("\(heading) (\(adopted.count))", lines, style)
      + more(components.count, "component")
  }

  private func notAdopted(_ style: Style) -> String {
    let notAdopted = result.past.refused
    let rules = Dictionary(grouping: notAdopted, by: \.error.code.rawValue)
      .sorted { $0.key < $1.key }
    let groups = rules.map { rule, tags in
      let lines = tags.prefix(Self.mostLines).map { tag in
        "    \(style(.bold, tag.tag.printable)): \(tag.message.printable)\n"
      }
      let helped = tags.filter { $0.error.code == .notAFolder }
      return "  \(rule) (\(tags.count))\n" + lines.joined()
        + (tags.count > Self.mostLines ? "  \(more(tags.count, "tag"))" : "")
        + style.help(helped.lazy.compactMap(\.error.help).first, indent: 4)
    }
    return section("not adopted (\(notAdopted.count))", groups, style)
  }

  private func more(_ count: Int, _ noun: String) -> String {
    let more = count - Self.mostLines
    return more > 0 ? "  … and \(counted(more, "more \(noun)")), which '--json' lists\n" : ""
  }

  private func baselines(_ style: Style) -> String {
    let lines = Dictionary(grouping: baselines, by: \.baseline.version)
      .sorted { $0.key < $1.key }
      .map { line($0.key.description, $0.value.map(\.component.text)) }
    return section("baselines", lines, style)
  }
}

extension InitDocument {
  /// The number of names that are shown of each folder or reason, as many as fit into a line or
  /// two.
  private static let mostNames = 5

  func text(style: Style, width: Int?) -> String {
    var text = heading(style)
    text +=
      components(style) + apps(style) + repositories(style) + release(style) + layers(style)
      + rootFiles(style)
      + leftOut(style)
      + evaluated(style) + targets(style)
    text += past(style)
    let findings = result.findings
    if !findings.isEmpty {
      text += "\n" + findings.text(style: style, listingAllWith: "--json")
    }
    text += "\n\(findings.summary(style: style))\n"
    return text + "next: \(firstStep ?? "")"
      + "\(style(.bold, next.printable))\n"
  }

  private func heading(_ style: Style) -> String {
    let (components, apps) = (manifest.components, manifest.apps)
    let new = result.proposal.newComponents.count + result.proposal.newApps.count
    let counts =
      "\(counted(components.count, "component")) and \(counted(apps.count, "app"))"
      + " in the scope '\(manifest.scope)'"
    let news = new == 0 ? "" : ", \(new) of them new"
    let empty =
      components.isEmpty && apps.isEmpty && result.targets.isEmpty
      ? "  no packages yet: others can publish to it, and 'registry new NAME' creates one\n"
      : ""
    switch written.outcome {
    case "unchanged": return "'\(result.manifestPath)' lists all packages: \(counts)\n"
    case "planned": return "'\(result.manifestPath)' would list \(counts)\(news)\n" + empty
    default:
      return "'\(result.manifestPath)' lists \(counts)\(news)\n"
        + "  \(style(.dim, "commit"))  \(written.commit == nil ? "–" : written.shortCommit)\n"
        + empty
    }
  }

  private func components(_ style: Style) -> String {
    let new = manifest.components.filter { result.proposal.newComponents.contains($0.key) }
      .sorted { $0.value.path.description < $1.value.path.description }
    let folders = new.folded(by: \.value.path.parent).map { components in
      let folder = components[0].value.path.parent
      return line(folder.isRoot ? "." : folder.description, components.map(\.key.text))
    }
    let privates = new.filter(\.value.isPrivate).map(\.key.text)
    let last = privates.isEmpty ? [] : [line("private", privates)]
    return section("components", folders + last, style)
  }

  private func apps(_ style: Style) -> String {
    let new = manifest.apps.filter { result.proposal.newApps.contains($0.key) }
    let lines = new.sorted { $0.key < $1.key }.map { name, app in
      "  \(name) in '\(app.path.description.printable)'"
        + (app.product.map { ", product \($0.printable)" } ?? "") + "\n"
    }
    return section("apps", lines, style)
  }

  /// Says what a person did not ask for.
  private func release(_ style: Style) -> String {
    guard result.proposal.proposesInternal else { return "" }
    return """
      \(style(.dim, "releases"))
        internal, for the apps of this repository: rules for published packages do not apply, and
        nothing is served, archived or mirrored. To publish releases: 'registry init --release public'

      """
  }

  private func layers(_ style: Style) -> String {
    let counts = layers.map { layer in
      let count = manifest.components.values.count { $0.layer == layer }
      return "  \(layer)  \(counted(count, "component"))\n"
    }
    let isChange = result.proposal.addsLayers || !result.proposal.newComponents.isEmpty
    return section("layers", isChange ? counts : [], style)
  }

  private func rootFiles(_ style: Style) -> String {
    let files = result.proposal.newRootFiles.map(\.description.printable).joined(separator: ", ")
    let title = "root files, for releases of components that have none"
    return section(title, files.isEmpty ? [] : ["  \(files)\n"], style)
  }

  private func leftOut(_ style: Style) -> String {
    let reasons = [
      ("excluded", "not selected"), ("empty", "without any target"),
      ("fixture", "in a folder of tests"), ("ignored", "ignored by git"),
      ("nested", "in the folders of others, needed by none"),
      ("root", "at the root, without a product"),
      ("source", "not a manifest"), ("of-component", "part of a component"),
      ("no-app", "projects without an app"), ("unrelated", "apps with nothing to pin"),
    ]
    let lines = reasons.compactMap { reason, words in
      let paths = result.proposal.leftOut.filter { $0.reason.rawValue == reason }
        .map(\.path.description)
      return paths.isEmpty ? nil : line(words, paths)
    }
    let ways = reasons.compactMap { reason, _ in
      result.proposal.leftOut.first { $0.reason.rawValue == reason }?.help
    }
    return section("left out", lines, style) + ways.map { style.help($0) }.joined()
  }

  private func repositories(_ style: Style) -> String {
    guard result.proposal.addsRepositories, let template = manifest.repositories else { return "" }
    return section(
      "repositories of the components, as their manifests name them",
      ["  \(template.description.printable)\n"],
      style
    )
  }

  private func evaluated(_ style: Style) -> String {
    let packages = evaluated.keys.map(\.description).sorted()
    return section(
      "manifests that the toolchain runs, since they compute",
      packages.isEmpty ? [] : [line("packages", packages)],
      style,
      help:
        "each clone decides whether it runs them: allow it with 'git config registry.evaluate true'"
    )
  }

  private func targets(_ style: Style) -> String {
    let packages = result.targets.sorted { $0.key < $1.key }
    let plan = packages.count == 1 ? "--plan" : "--plan --package FOLDER"
    return section(
      "targets that could be components",
      packages.prefix(Self.mostNames).map { "  \($1) in '\($0.description.printable)'\n" },
      style,
      help: "'registry extract \(plan)' shows in which order they can become packages"
    )
  }

  /// A heading over lines; nothing if there are none.
  func section(
    _ title: String,
    _ lines: [String],
    _ style: Style,
    help: String? = nil
  ) -> String {
    lines.isEmpty ? "" : style(.dim, title) + "\n" + lines.joined() + style.help(help)
  }

  func line(_ heading: String, _ names: [String]) -> String {
    let list = names.map(\.printable).shortList(Self.mostNames)
    return "  \(heading.printable) (\(names.count)): \(list)\n"
  }
}
