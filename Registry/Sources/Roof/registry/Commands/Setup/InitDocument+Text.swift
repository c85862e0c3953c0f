import Base
import Content
import Git
import Model
import Releases
import Versions

extension InitDocument {
  /// Of each folder or reason, as many names fit into a line or two.
  private static let mostNames = 5

  func text(style: Style, width: Int?) -> String {
    var text = heading(style)
    text +=
      components(style) + apps(style) + release(style) + layers(style) + rootFiles(style)
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
      ("root", "at the root, where no component can be"),
      ("source", "not a manifest"), ("of-component", "part of a component"),
    ]
    let lines = reasons.compactMap { reason, words in
      let paths = result.proposal.leftOut.filter { $0.reason.rawValue == reason }
        .map(\.path.description)
      return paths.isEmpty ? nil : line(words, paths)
    }
    return section("left out", lines, style, help: ignored?.help)
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
