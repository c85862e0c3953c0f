import Base
import Mirror
import Model
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// Many repositories on a host that does not answer.
@Suite(.scratchRepository)
struct MirrorSilentHostTests {
  private let scratch = Scratch.current

  /// No fewer than what is pushed at once, and those that are begun before the third is given up.
  private static let most = 2 + 8

  @Test func `a silent host is given up, and another one is not`() throws {
    let names = (10..<40).map { "Part\($0)" }
    try scratch.makeMonorepo(["Menu"] + names)
    for name in ["Menu"] + names { try scratch.bump(name, "1.0.0") }
    let menu = scratch.folder + "/Menu.git"
    try scratch.git("init", "-q", "--bare", "-b", "main", menu)
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing(
        #""path": "Components/Menu""#,
        with: #""path": "Components/Menu", "repository": "file://\#(menu)""#
      ).replacing(
        #""schema""#,
        with: #""repositories": "ssh://git@git.example.com/{name}", "schema""#
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Name the repositories")
    _ = try MirrorReleases(["Menu"], to: .repositories, context: .test()).run(
      in: scratch.workspace()
    )
    // Waits until git is killed with all that it started.
    try scratch.git("config", "core.sshCommand", "cat > /dev/null; false")
    try scratch.git("config", "ssh.variant", "simple")
    var options = MirrorReleases.Options()
    options.limit = .milliseconds(1)
    let steps = Mutex<[OperationProgress]>([])
    let result = try MirrorReleases(to: .repositories, options: options, context: .test()) { step in
      steps.withLock { $0.append(step) }
    }.run(in: scratch.workspace())
    #expect(result.components.map(\.name.text) == ["Menu"])
    #expect(result.failures.count == names.count)
    #expect(result.failures.allSatisfy { $0.error.code == .unreachable })
    let untried = result.failures.filter { failure in
      failure.error.message
        == "'ssh://git@git.example.com/\(failure.name)' was not tried, since 'git.example.com' did"
        + " not answer 3 times in a row"
    }
    #expect(untried.count >= names.count - Self.most)
    #expect(untried.allSatisfy { $0.error.help == nil })
    // Where no terminal shows it, the first of these is repeated until there is another.
    #expect(steps.withLock { $0.first?.completed } == 0)
    let read = steps.withLock { $0.last { $0.task == "reading mirrors" } }
    #expect(read?.completed == names.count + 1)
    #expect(steps.withLock { $0.last } == OperationProgress("mirroring", completed: 1, total: 1))
  }
}
