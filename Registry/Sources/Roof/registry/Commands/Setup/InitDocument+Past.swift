import Base
import Git
import Model
import Releases
import Versions

/// What the repository was before, as tags and the person tell.
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
