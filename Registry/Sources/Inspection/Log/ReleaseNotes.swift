package import Errors
import Git
package import GitValues
import RegistryModel
import Releases
package import Versioning
package import Workspace

/// Reads the entries of the changelogs, which people may have edited.
package struct ReleaseNotes: Sendable {
  private let lines: [Substring]
  /// Of the changelogs in the components' own folders.
  private let componentLines: [ComponentName: [Substring]]

  init(changelog text: String, ofComponents components: [ComponentName: String] = [:]) {
    lines = Self.lines(of: text)
    componentLines = components.mapValues(Self.lines)
  }

  private static func lines(of text: String) -> [Substring] {
    Changelog.lines(of: text).map { line in
      line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
    }
  }

  /// The entry without its heading and without empty lines around it; `nil` if there is none.
  package func notes(of component: ComponentName, _ version: SemanticVersion) -> String? {
    componentLines[component].flatMap {
      Self.notes(of: component, version, in: $0, .components)
    } ?? Self.notes(of: component, version, in: lines, .repository)
  }

  /// The texts of all notes of each component: if one is the same, its notes are.
  package func texts() -> [ComponentName: String] {
    var texts: [ComponentName: [Substring]] = componentLines
    var component: ComponentName?
    let heading = "### "
    for line in lines {
      if line.hasPrefix("## ") {
        component = nil
      } else if line.hasPrefix(heading) {
        let title = line.dropFirst(heading.count).prefix { $0 != " " }
        component = try? ComponentName(String(title))
      }
      if let component { texts[component, default: []].append(line) }
    }
    return texts.mapValues { $0.joined(separator: "\n") }
  }

  private static func notes(
    of component: ComponentName,
    _ version: SemanticVersion,
    in lines: [Substring],
    _ form: ChangelogPlacement
  ) -> String? {
    let title = ChangelogEntry.title(component, version, in: form)
    guard let start = lines.firstIndex(where: { $0 == title || $0.hasPrefix(title + " ") }) else {
      return nil
    }
    let entry = lines[(start + 1)...].prefix { line in
      !line.hasPrefix("## ") && !line.hasPrefix("<!--")
        && (form == .components || !line.hasPrefix("### "))
    }
    let body = entry.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
    return body.joined(separator: "\n")
  }
}

extension Workspace {
  /// The notes of all releases, as a commit's changelogs have them; `nil` if there is none.
  package func releaseNotes(at commit: ObjectID) throws(OperationError) -> ReleaseNotes? {
    try unifyingErrors {
      let tree = try repository.commit(commit).tree
      let shared = try text(of: Workspace.changelogPath, in: tree)
      guard let manifest = try committedState(at: commit)?.manifest,
        manifest.changelogs == .components
      else { return shared.map { ReleaseNotes(changelog: $0) } }
      var own: [ComponentName: String] = [:]
      for (name, component) in manifest.components {
        own[name] = try text(of: component.path.appending(Changelog.componentFile), in: tree)
      }
      return ReleaseNotes(changelog: shared ?? "", ofComponents: own)
    }
  }

  private func committedState(at commit: ObjectID) throws -> RegistryState? {
    let tree = try repository.commit(commit).tree
    return try content(of: manifestPath, in: tree) == nil ? nil : state(at: commit)
  }
}
