import Git
package import GitValues
import Releases
package import Versioning
package import Workspace

/// Reads the entries of the changelog, which people may have edited.
package struct ReleaseNotes: Sendable {
  private let lines: [Substring]

  init(changelog text: String) {
    lines = Changelog.lines(of: text).map { line in
      line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
    }
  }

  /// The entry without its heading and without empty lines around it; nothing if there is none.
  package func notes(of component: ComponentName, _ version: SemanticVersion) -> String? {
    let title = ChangelogEntry.title(component, version)
    guard let start = lines.firstIndex(where: { $0 == title || $0.hasPrefix(title + " ") }) else {
      return nil
    }
    let entry = lines[(start + 1)...].prefix { line in
      !line.hasPrefix("## ") && !line.hasPrefix("### ") && !line.hasPrefix("<!--")
    }
    let body = entry.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
    return body.joined(separator: "\n")
  }
}

extension Workspace {
  /// The notes of all releases, as a commit's changelog has them; nothing where there is none.
  package func releaseNotes(at commit: ObjectID) throws(OperationError) -> ReleaseNotes? {
    try unifyingErrors {
      let tree = try repository.commit(commit).tree
      return try text(of: Workspace.changelogPath, in: tree).map(ReleaseNotes.init)
    }
  }
}
