import Adoption
import Git
import GitValues
import RegistryModel
import Releases
import Versioning
import Workspace

/// What the repository was before, as tags and the person tell.
extension InitDocument {
  struct TagScheme: Encodable {
    let pattern: String
    let count: Int
    let example: String

    init(_ scheme: AdoptedPast.Scheme) {
      (pattern, count, example) = (scheme.pattern.text, scheme.count, scheme.example)
    }
  }

  struct AdoptedRelease: Encodable {
    let component: String
    let version: String
    let tag: String
    let source: String

    static func all(_ past: AdoptedPast) -> [AdoptedRelease] {
      past.releases.sorted { $0.key < $1.key }.flatMap { name, releases in
        releases.map { release in
          AdoptedRelease(
            component: name.text,
            version: release.version.description,
            tag: release.tag ?? "",
            source: release.source.description
          )
        }
      }
    }
  }

  struct RefusedTag: Encodable {
    let tag: String
    /// Missing where the tag names no component that there is.
    let component: String?
    let rule: String
    let message: String
    let help: String?

    init(_ refused: AdoptedPast.RefusedTag) {
      (tag, component) = (refused.tag, refused.component?.text)
      rule = refused.error.code.rawValue
      message = [refused.error.context, refused.error.message].compactMap(\.self)
        .joined(separator: ": ")
      help = refused.error.help
    }
  }

  struct Baseline: Encodable {
    let component: String
    let version: String
    let source: String
    /// The tag that names the version.
    let tag: String?

    init(_ name: ComponentName, _ baseline: RegistryModel.Baseline) {
      component = name.text
      version = baseline.version.description
      source = baseline.source.description
      tag = baseline.tag
    }
  }
}

extension InitDocument {
  /// So many components, and refusals for each reason.
  private static let mostLines = 10

  func past(_ style: Style) -> String {
    tags(style) + adopted(style) + notAdopted(style) + baselines(style)
  }

  private func tags(_ style: Style) -> String {
    guard !tags.isEmpty else { return "" }
    let options = tags.map { " --adopt-tags \($0.pattern.shellQuoted)" }.joined()
    return "\(style(.dim, "tags of earlier releases"))\n"
      + tags.map { "  \($0.pattern) (\($0.count)): such as \($0.example.printable)\n" }.joined()
      + "  \(style(.bold, "help:")) record them with 'registry init\(options.printable)'\n"
  }

  private func adopted(_ style: Style) -> String {
    guard !adopted.isEmpty else {
      let tags = matchedTags.map { counted($0, "tag") }
      return tags.map { "no release is adopted: \($0) of this form, none with a new release\n" }
        ?? ""
    }
    let components = Dictionary(grouping: adopted, by: \.component).sorted { $0.key < $1.key }
    let heading = outcome == "planned" ? "releases to adopt" : "adopted releases"
    let lines = components.prefix(Self.mostLines).map { name, releases in
      let versions = [releases.first, releases.count > 1 ? releases.last : nil]
        .compactMap { $0?.version }.joined(separator: " to ")
      return "  \(name) (\(releases.count)): \(versions)\n"
    }
    return "\(style(.dim, "\(heading) (\(adopted.count))"))\n" + lines.joined()
      + more(components.count, "component")
  }

  private func notAdopted(_ style: Style) -> String {
    guard !notAdopted.isEmpty else { return "" }
    let rules = Dictionary(grouping: notAdopted, by: \.rule).sorted { $0.key < $1.key }
    let groups = rules.map { rule, tags in
      let lines = tags.prefix(Self.mostLines).map { tag in
        "    \(style(.bold, tag.tag.printable)): \(tag.message.printable)\n"
      }
      return "  \(rule) (\(tags.count))\n" + lines.joined()
        + (tags.count > Self.mostLines ? "  \(more(tags.count, "tag"))" : "")
    }
    return "\(style(.dim, "not adopted (\(notAdopted.count))"))\n" + groups.joined()
  }

  private func more(_ count: Int, _ noun: String) -> String {
    let more = count - Self.mostLines
    return more > 0 ? "  … and \(counted(more, "more \(noun)")), which '--json' lists\n" : ""
  }

  private func baselines(_ style: Style) -> String {
    guard !baselines.isEmpty else { return "" }
    let versions = Dictionary(grouping: baselines, by: \.version).sorted { $0.key < $1.key }
    return "\(style(.dim, "baselines"))\n"
      + versions.map { line($0.key, $0.value.map(\.component)) }.joined()
  }
}
