import Base
import Git
import Synchronization

/// The ids of the commits of releases, kept from run to run.
///
/// To compute one again, all files of the release are read; a lost file costs only that time.
final class KnownCommits: Sendable {
  private struct State {
    var commits: [String: ObjectID] = [:]
    /// Those that the file does not have.
    var new: [String] = []
  }

  /// The number of lines after which a file is replaced by those of the current run.
  private static let most = 100_000

  private let path: String
  private let state: Mutex<State>

  init(path: String) {
    self.path = path
    var state = State()
    let bytes = (try? LocalFile.read(path)) ?? []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let id = try? ObjectID(hex: words[1]) else { continue }
      state.commits[String(words[0])] = id
    }
    if state.commits.count > Self.most { state.commits = [:] }
    self.state = Mutex(state)
  }

  func commit(_ release: MirroredRelease, parents: [ObjectID]) -> ObjectID? {
    let key = Self.key(release, parents)
    return state.withLock { $0.commits[key] }
  }

  func note(_ commit: ObjectID, of release: MirroredRelease, parents: [ObjectID]) {
    let key = Self.key(release, parents)
    state.withLock { state in
      if state.commits.updateValue(commit, forKey: key) == nil { state.new.append(key) }
    }
  }

  /// Stores the results of this run; if that fails, they are computed again.
  func save() {
    let text = state.withLock { state in
      defer { state.new = [] }
      return state.new.isEmpty
        ? nil : state.commits.map { "\($0.key) \($0.value)\n" }.sorted().joined()
    }
    guard let text else { return }
    try? LocalFile.makeDirectories(LocalFile.parent(of: path))
    try? LocalFile.update(path, to: Array(text.utf8))
  }

  private static func key(_ release: MirroredRelease, _ parents: [ObjectID]) -> String {
    let text = release.cacheKey + parents.map { "\n\($0)" }.joined()
    return Hexadecimal.text(SHA256.digest(of: Array(text.utf8)))
  }
}
