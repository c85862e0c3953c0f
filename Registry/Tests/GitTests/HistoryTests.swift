import Base
import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct HistoryTests {
  let scratch = Scratch.current

  /// Imports a generated history and returns its commits.
  private func generate(
    _ seed: UInt64,
    commits: Int = 120,
    commitsASecond: Int = 3
  ) throws -> [ObjectID] {
    let history = GeneratedHistory(
      seed: seed,
      commits: commits,
      lines: 4,
      commitsASecond: commitsASecond,
      paths: ["A/one", "A/deep/two", "B/one", "C", "B/deep/er/still"]
    )
    try scratch.git("fast-import", "--quiet", "--force", input: Array(history.stream.utf8))
    return try ids(["rev-list", "--all"]).sorted()
  }

  private func ids(_ arguments: [String]) throws -> [ObjectID] {
    try scratch.git(arguments).split(separator: "\n").map { try ObjectID(hex: $0) }
  }

  @Test(arguments: 1...6)
  func `the commits that touched a path are those of git log`(seed: UInt64) throws {
    let commits = try generate(seed)
    let repository = try scratch.open()
    var graph = CommitGraph()
    for (step, path) in ["A", "A/deep", "B/one", "C", "B/deep/er", "absent"].enumerated() {
      let tip = commits[(step * 31 + Int(seed)) % commits.count]
      let base = commits[(step * 17 + 5) % commits.count]
      #expect(
        try repository.commits(touching: TreePath(path), from: tip, graph: &graph)
          == ids(["log", "--format=%H", tip.hex, "--", path])
      )
      #expect(
        try repository.commits(
          touching: TreePath(path),
          from: tip,
          excluding: base,
          graph: &graph
        )
          == ids(["log", "--format=%H", tip.hex, "^\(base)", "--", path]),
        "\(base)..\(tip) -- \(path)"
      )
    }
  }

  @Test(arguments: 31...33)
  func `ancestry among many commits agrees with git rev-list`(seed: UInt64) throws {
    // More than one machine word of them.
    let commits = Array(try generate(seed).prefix(80))
    let repository = try scratch.open()
    var graph = CommitGraph()
    let ancestry = try repository.ancestry(among: commits, graph: &graph)
    for commit in commits {
      let history = Set(try ids(["rev-list", commit.hex]))
      #expect(
        commits.filter { ancestry.contains($0, in: commit) } == commits.filter(history.contains)
      )
    }
  }

  @Test(arguments: 21...28)
  func `the commits of many paths are found together as alone`(seed: UInt64) throws {
    let commits = try generate(seed, commitsASecond: 1)
    let repository = try scratch.open()
    let tip = try ids(["rev-list", "--all", "--max-count=1"])[0]
    let names = ["A", "A/deep", "B/one", "C", "B/deep/er", "absent", "B"]
    // More than fit into one walk.
    let queries = try (0..<70).map { step in
      // Some as a whole.
      let since = step.isMultiple(of: 9) ? nil : commits[(step * 17 + 5) % commits.count]
      return PathQuery(try TreePath(names[step % 7]), since: since)
    }
    var graph = CommitGraph()
    let alone = try queries.map { query in
      try repository.commits(of: [query], from: tip, graph: &graph)[0]
    }
    let together = try repository.commits(of: queries, from: tip, graph: &graph)
    // Where clocks are wrong, one walk meets them in another order.
    #expect(together.map(Set.init) == alone.map(Set.init))
    #expect(together.map(\.count) == alone.map(\.count))
    #expect(alone.contains { $0.count > 3 })
  }

  @Test func `a change of mode alone is a change`() throws {
    let repository = try scratch.open()
    try scratch.write("1", to: "A/run")
    let first = try scratch.commitAll()
    try scratch.git("update-index", "--chmod=+x", "A/run")
    try scratch.git("commit", "-q", "-m", "Run")
    var graph = CommitGraph()
    let head = try repository.commit(named: "HEAD")
    #expect(
      try repository.commits(touching: TreePath("A/run"), from: head, graph: &graph)
        == [head, first]
    )
  }

  @Test(arguments: 11...14)
  func `ancestors are those of git`(seed: UInt64) throws {
    let commits = try generate(seed)
    let repository = try scratch.open()
    for step in 0..<10 {
      let left = commits[(step * 37) % commits.count]
      let right = commits[(step * 53 + 11) % commits.count]
      let isAncestor = (try? scratch.git("merge-base", "--is-ancestor", left.hex, right.hex)) != nil
      #expect(try repository.isAncestor(left, of: right) == isAncestor)
    }
  }

  @Test(arguments: 31...33)
  func `the ancestors among many commits are found together`(seed: UInt64) throws {
    let commits = try generate(seed)
    let repository = try scratch.open()
    let tip = commits[Int(seed)]
    var graph = CommitGraph()
    #expect(
      try repository.ancestors(among: Set(commits), of: tip, graph: &graph)
        == Set(ids(["rev-list", tip.hex]))
    )
    let few = Set(commits.prefix(3))
    #expect(
      try repository.ancestors(among: few, of: tip, graph: &graph)
        == few.intersection(ids(["rev-list", tip.hex]))
    )
  }

  @Test func `history ends where a shallow clone does`() throws {
    for number in 0..<5 {
      try scratch.write("\(number)", to: "A/file")
      try scratch.commitAll()
    }
    try scratch.git("clone", "-q", "--depth", "2", "file://\(scratch.path)", "../shallow")
    let shallow = try Repository.open(at: scratch.folder + "/shallow")
    let tip = try #require(try shallow.head().tip)
    var graph = CommitGraph()
    let found = try shallow.commits(touching: TreePath("A"), from: tip, graph: &graph)
    #expect(found.count == 2)
    #expect(try shallow.shallowBoundary() == [found[1]])
    #expect(try shallow.isAncestor(found[1], of: tip))
    #expect(try !shallow.isAncestor(tip, of: found[1]))
    let parent = try #require(try shallow.commit(found[1]).parents.first)
    #expect(
      throws: OperationError(
        .notFound,
        "the repository has no commit '\(parent)'",
        help: "the clone is shallow: 'git fetch --unshallow' gets its whole history"
      )
    ) { try shallow.commit(parent) }
  }

  @Test func `branches of a remote contain pushed commits and no local ones`() throws {
    let pushed = try scratch.commitAll("Pushed")
    try scratch.git("clone", "-q", "--bare", ".", "../origin")
    try scratch.git("remote", "add", "origin", "../origin")
    try scratch.git("fetch", "-q", "origin")
    let local = try scratch.commitAll("Local")
    let repository = try scratch.open()
    let remote = "refs/remotes/*"
    #expect(try repository.branches(remote, containing: pushed) == ["refs/remotes/origin/main"])
    #expect(try repository.branches(remote, containing: local) == [])
  }

  @Test func `the new objects of a commit are what git would send`() throws {
    for file in ["A/one", "A/two", "B/one"] { try scratch.write(file, to: file) }
    let base = try scratch.commitAll("Base")
    try scratch.write("new", to: "A/two")
    let next = try scratch.commitAll("Next")
    let repository = try scratch.open()
    let listed = try scratch.git("rev-list", "--objects", "\(base)..\(next)").split(separator: "\n")
    let objects = try repository.newObjects(in: next, since: base)
    #expect(try Set(objects) == Set(listed.map { try ObjectID(hex: $0.prefix(40)) }))
    try repository.syncObjects(objects + [.zero])
    let all = try repository.newObjects(in: base, since: nil)
    #expect(all.count == 1 + 3 + 3)
  }
}
