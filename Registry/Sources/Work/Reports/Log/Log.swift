package import Base
import Content
package import Git
package import Model
import Releases
package import Versions

/// The releases that the branch has, newest first.
package struct Log: Sendable {
  /// The order of the entries.
  package enum Order: String, CaseIterable, Sendable {
    /// The highest version first: what a reader of one component's releases looks for.
    case version
    /// The last one made first, which tells how backports and components interleaved.
    case date
  }

  private let names: [String]
  private let order: Order
  private let limit: Int?
  private let withNotes: Bool
  private let version: SemanticVersion?

  /// - Parameters:
  ///   - names: Components in a person's spelling; none means all that were ever released, those
  ///     that the manifest no longer lists included.
  ///   - limit: No more entries than this, of all components together.
  ///   - withNotes: Whether to read the changelog too.
  ///   - version: Only the release of this version, which each component must have.
  package init(
    of names: [String] = [],
    by order: Order,
    limit: Int? = nil,
    withNotes: Bool = false,
    version: SemanticVersion? = nil
  ) {
    self.version = version
    self.names = names
    self.order = order
    self.limit = limit
    self.withNotes = withNotes
  }

  /// Returns the entries of the committed logs; none if nothing was ever released.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [LogEntry] {
    let manifest = try workspace.currentManifest()
    guard let state = try workspace.committedState() else { return [] }
    var components = workspace.loggedComponents(in: state)
    if !names.isEmpty {
      components = []
      for name in names {
        components += try workspace.loggedComponents(matching: name, of: manifest, in: state)
      }
    }
    let notes = withNotes ? try notes(of: state, in: workspace) : nil
    var entries: [LogEntry] = []
    for component in Set(components) {
      let log = try workspace.log(of: component, in: state)
      let texts = notes?.entries(of: component, log.releases)
      var releases = log.releases
      if let version { releases = [try log.release(version, of: component)] }
      for release in releases {
        entries.append(
          LogEntry(
            component: component,
            release: release,
            yank: log.yank(of: release.version),
            notes: texts?[release.version]
          )
        )
      }
    }
    entries.sort(by: comesFirst)
    return limit.map { Array(entries.prefix($0)) } ?? entries
  }

  private func notes(
    of state: RegistryState,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> ReleaseNotes? {
    guard case .commit(let commit, _) = state.origin else { return nil }
    return try workspace.releaseNotes(at: commit)
  }

  private func comesFirst(_ left: LogEntry, _ right: LogEntry) -> Bool {
    switch order {
    case .version:
      if left.component != right.component { return left.component < right.component }
      return left.release.version > right.release.version
    case .date:
      if left.release.date != right.release.date { return left.release.date > right.release.date }
      if left.component != right.component { return left.component < right.component }
      return left.release.version > right.release.version
    }
  }
}

/// A release as its component's log records it.
package struct LogEntry: Hashable, Sendable {
  package let component: ComponentName
  package let release: Release
  /// The record of its withdrawal; `nil` if it was not withdrawn.
  package let yank: Yank?
  /// The entry of the changelog without its heading; `nil` if it was not asked for, or if there is
  /// none.
  package let notes: String?
}

/// Reads the entries of the changelogs, which people may have edited.
package struct ReleaseNotes: Sendable {
  private let lines: [Substring]
  /// The lines of the changelogs in the components' own folders.
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

  /// The entries of a component's releases, without their headings and without empty lines around
  /// them: as the changelog has them, or as they were recorded where it lacks them, or a merge has mixed
  /// them up.
  ///
  /// - Parameter releases: All of the component.
  package func entries(
    of component: ComponentName,
    _ releases: [Release]
  ) -> [SemanticVersion: String] {
    let shared = RecordedEntries(of: component, in: lines, .repository)
    let own = ownEntries(of: component) ?? shared
    let mixed = Set(own.mixedUp(of: releases).map(\.version))
    var texts: [SemanticVersion: String] = [:]
    for release in releases {
      let version = release.version
      texts[version] =
        mixed.contains(version)
        ? own.recorded(release) : own[version] ?? shared[version] ?? own.recorded(release)
    }
    return texts
  }

  /// The entry of one release as the changelog has it; `nil` if it has none.
  package func notes(of component: ComponentName, _ version: SemanticVersion) -> String? {
    ownEntries(of: component)?[version]
      ?? RecordedEntries(of: component, in: lines, .repository)[version]
  }

  /// The releases whose entries a merge has mixed up with each other.
  func mixedUp(of component: ComponentName, _ releases: [Release]) -> [Release] {
    (ownEntries(of: component) ?? RecordedEntries(of: component, in: lines, .repository))
      .mixedUp(of: releases)
  }

  /// Returns the entries of the changelog in the component's own folder; `nil` if there is none.
  private func ownEntries(of component: ComponentName) -> RecordedEntries? {
    componentLines[component].map { RecordedEntries(of: component, in: $0, .components) }
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
}

extension Workspace {
  /// The notes of all releases, as a commit's changelogs have them.
  package func releaseNotes(at commit: ObjectID) throws(OperationError) -> ReleaseNotes {
    try unifyingErrors {
      let tree = try repository.commit(commit).tree
      let shared = try text(of: Workspace.changelogPath, in: tree) ?? ""
      guard let manifest = try committedState(at: commit)?.manifest,
        manifest.changelogs == .components
      else { return ReleaseNotes(changelog: shared) }
      var own: [ComponentName: String] = [:]
      for (name, component) in manifest.components {
        own[name] = try text(of: component.path.appending(Changelog.componentFile), in: tree)
      }
      return ReleaseNotes(changelog: shared, ofComponents: own)
    }
  }

  private func committedState(at commit: ObjectID) throws -> RegistryState? {
    let tree = try repository.commit(commit).tree
    return try content(of: manifestPath, in: tree) == nil ? nil : state(at: commit)
  }
}
