import Foundation
import ProgramTesting
import Testing

/// The commands of the workflow files in `Documentation/ci`, run in the order of the files.
///
/// Each job has a fresh clone; ``ScratchForge`` has what stands in for the forge.
struct WorkflowTests {
  /// What a job is started with.
  private struct Start {
    var branch = "main"
    var variables: [String: String] = [:]
    /// The values of `${{ … }}`.
    var expressions: [String: String] = [:]
  }

  private typealias Job = (ScratchForge, Start) throws -> String

  /// The only job of a file, step by step, as GitHub starts it.
  private func job(_ name: String, _ forge: ScratchForge, _ start: Start) throws -> String {
    let file = try ScratchForge.file("github/\(name).yml")
    guard case .map(let jobs)? = file["jobs"], jobs.count == 1, let job = jobs.first?.value else {
      throw SimpleYAML.Failure(line: "jobs")
    }
    var printed = ""
    let isMac = job["runs-on"]?.text == "macos-latest"
    try forge.startImage(isMac: isMac, isOfForge: !isMac && job["container"] == nil)
    for step in job["steps"]?.items ?? [] {
      if step["uses"]?.text == "actions/upload-artifact@v4" {
        let path = try #require(step["with"]?["path"]?.text)
        try forge.sandbox.shell("rm -rf artifact && mkdir artifact && cp job/\(path) artifact")
        continue
      }
      if step["uses"]?.text == "OWNER/REPOSITORY@COMMIT" {
        #expect(step["with"]?["check"]?.text == "false")
        try forge.installRegistry()
        continue
      }
      if let action = step["uses"]?.text {
        #expect(action == "actions/checkout@v4")
        #expect(step["with"]?["fetch-depth"]?.text == "0")
        // A pull request is checked out as its merge with the base.
        try forge.run(
          """
          rm -rf job && git clone -q origin.git job && cd job
          git config user.name Forge && git config user.email forge@example.com
          [ \(start.branch) = main ] ||
            { git switch -q --detach && git merge -q --no-ff -m Merge origin/\(start.branch); }
          """,
          in: ".",
          [:]
        )
        continue
      }
      let variables = [
        "GITHUB_BASE_REF": "main", "GITHUB_REF_NAME": "main", "GITHUB_REPOSITORY": "acme/shop",
        "GITHUB_SHA": try forge.commit(),
        "GITHUB_STEP_SUMMARY": "\(forge.sandbox.folder)/temporary/summary",
        "GITHUB_WORKSPACE": "\(forge.sandbox.folder)/job",
        "RUNNER_TEMP": "\(forge.sandbox.folder)/temporary",
      ].merging(try environment(of: step, start)) { $1 }
      printed += try forge.run(try #require(step["run"]?.text), in: "job", variables) + "\n"
    }
    return printed
  }

  private func environment(of step: SimpleYAML, _ start: Start) throws -> [String: String] {
    try (step["env"]?.texts ?? [:]).mapValues { value in
      try value.replacing(/\${{ (.*?) }}/) { match in
        try #require(start.expressions[String(match.1)], "\(value)")
      }
    }
  }

  /// A job of GitLab's file with what it extends, as one script.
  private func lab(_ name: String, _ forge: ScratchForge, _ start: Start) throws -> String {
    let file = try ScratchForge.file("gitlab/registry.yml")
    let job = try #require(file[name])
    let base = try #require(job["extends"]?.text.flatMap { file[$0] })
    let script = ((base["before_script"]?.items ?? []) + (job["script"]?.items ?? []))
      .compactMap(\.text)
    try forge.startImage()
    // The runner fetches the branch of the pipeline and no other, and checks out its commit.
    let commit = try forge.run(
      """
      rm -rf job && git init -q job && cd job && git remote add origin "$PWD/../origin.git"
      git fetch -q origin +refs/heads/\(start.branch):refs/remotes/origin/\(start.branch)
      git switch -q --detach origin/\(start.branch)
      git fetch -q origin main && git merge-base HEAD FETCH_HEAD
      """,
      in: ".",
      [:]
    )
    let variables = [
      "CI_COMMIT_BRANCH": start.branch, "CI_COMMIT_SHA": try forge.commit(),
      "CI_MERGE_REQUEST_DIFF_BASE_SHA": commit, "CI_PROJECT_PATH": "acme/shop",
      "CI_SERVER_HOST": "gitlab.example.com", "GITLAB_TOKEN": "secret", "CI_PROJECT_ID": "1",
      "REGISTRY_PACKAGE": "https://example.com/registry.tar.gz", "REGISTRY_SHA256": "abc",
      "GLAB_PACKAGE": "https://example.com/glab.deb",
      "REGISTRY_CHANGE_NOTES": "required",
    ].merging(start.variables) { $1 }
    return try forge.run(script.joined(separator: "\n"), in: "job", variables)
  }

  @Test func `all jobs run in the image that the programs are built in`() throws {
    let build = try String(
      contentsOf: Transcript.folder.appending(path: "../.github/workflows/build.yml").standardized,
      encoding: .utf8
    )
    let image = try #require(build.firstMatch(of: /container: (.+)/)?.1)
    for name in ["check", "finish", "nightly", "release"] {
      guard case .map(let jobs)? = try ScratchForge.file("github/\(name).yml")["jobs"] else {
        throw SimpleYAML.Failure(line: "jobs")
      }
      for job in jobs.values { #expect(job["container"]?.text == String(image), "\(name)") }
    }
    let lab = try ScratchForge.file("gitlab/registry.yml")
    #expect(lab[".registry"]?["image"]?.text == String(image))
  }

  @Test(arguments: ["github/check.yml", "gitlab/registry.yml"])
  func `jobs run no manifests of a branch under review, and name the variable that allows it`(
    file: String
  ) throws {
    let text = try String(
      contentsOf: Transcript.folder.appending(path: "ci/\(file)").standardized,
      encoding: .utf8
    )
    #expect(text.contains("If manifests compute: REGISTRY_EVALUATE, see the guide"))
    // Nothing sets it.
    #expect(text.matches(of: /REGISTRY_EVALUATE/).count == 1)
  }

  private static let expressions = [
    "vars.REGISTRY_CHANGE_NOTES": "required",
    "secrets.RELEASE_TOKEN": "secret",
    "inputs.branch || 'release'": "release", "inputs.components": "", "github.token": "secret",
  ]

  @Test func `GitHub's workflows take a change from its check to its release page`() async throws {
    try await story { name, forge, start in
      var start = start
      start.expressions = Self.expressions
      let printed = try job(name, forge, start)
      guard name == "check" else { return printed }
      return try printed + (forge.files("temporary")["summary"] ?? "")
    }
  }

  @Test func `GitLab's jobs take a change from its check to its release page`() async throws {
    try await story { try lab($0, $1, $2) }
  }

  @Test func `a Mac checks a pull request with what it installs`() async throws {
    try await ScratchForge.with { forge in
      let sandbox = forge.sandbox
      try sandbox.git("switch", "-q", "-c", "soups")
      try sandbox.change("Menu", "feat: list soups")
      try sandbox.git("push", "-q", "origin", "soups")
      _ = try job("check-mac", forge, Start(branch: "soups"))
      #expect(try forge.files("temporary")["summary"]?.contains("**1.1.0**") == true)
    }
  }

  private static func commenting(_ repository: String, _ commit: String) -> Start {
    let run = "github.event.workflow_run"
    return Start(
      expressions: expressions.merging([
        "\(run).head_repository.owner.login": String(repository.prefix { $0 != "/" }),
        "\(run).head_branch": "soups", "\(run).head_repository.full_name": repository,
        "\(run).head_sha": commit, "\(run).id": "7",
      ]) { $1 }
    )
  }

  @Test func `a pull request has one comment, which follows its commits`() async throws {
    try await ScratchForge.with { forge in
      let sandbox = forge.sandbox
      try sandbox.git("switch", "-q", "-c", "soups")
      var commit = ""
      // Before there is anything to release, nothing is said.
      for (file, plan) in [
        ("README.md", nil),
        ("Components/Menu/Sources/Menu/Soup.swift", "| Menu | 1.0.0 | **1.0.1** | compatible |"),
        ("Components/Kitchen/Sources/Kitchen/Pot.swift", "| Kitchen | 1.0.0 | **1.0.1** |"),
      ] {
        try sandbox.write("let more = 1\n", to: file)
        try sandbox.commitAll("fix: more")
        try sandbox.git("push", "-q", "origin", "soups")
        commit = try sandbox.git("rev-parse", "HEAD")
        var start = Start(branch: "soups", expressions: Self.expressions)
        start.expressions["vars.REGISTRY_CHANGE_NOTES"] = ""
        _ = try job("check", forge, start)
        try sandbox.shell("echo \(commit) > head")
        _ = try job("comment", forge, Self.commenting("acme/shop", commit))
        let comments = try forge.files("comments")
        #expect(comments.count == (plan == nil ? 0 : 1))
        if let plan { #expect(comments.values.first?.contains(plan) == true, "\(comments)") }
      }
      // A run for an older commit comes too late.
      let before = try forge.files("comments")
      try sandbox.write("late\n", to: "../artifact/plan.md")
      _ = try job("comment", forge, Self.commenting("acme/shop", String(repeating: "0", count: 40)))
      #expect(try forge.files("comments") == before)
    }
  }

  @Test func `what a fork says is plain text`() async throws {
    try await ScratchForge.with { forge in
      let sandbox = forge.sandbox
      let commit = try sandbox.git("rev-parse", "HEAD")
      try sandbox.shell("echo \(commit) > head && mkdir artifact && git clone -q origin.git job")
      try sandbox.write("@all [x](y)\n~~~~~~~~\n<b>\n$(touch no)\n", to: "../artifact/plan.md")
      _ = try job("comment", forge, Self.commenting("mallory/shop", commit))
      #expect(
        try forge.files("comments").values.first == """
          <!-- registry plan -->
          ### Releases due to this pull request

          As the fork says it:

          ~~~~~~~~
          @all [x](y)
          --------
          <b>
          $(touch no)

          ~~~~~~~~

          """
      )
      // A link would lead to what the job knows.
      try sandbox.shell("rm -r comments/* && ln -sf /proc/self/environ artifact/plan.md")
      _ = try job("comment", forge, Self.commenting("mallory/shop", commit))
      #expect(try forge.files("comments").isEmpty)
    }
  }

  @Test func `every release gets a page, however many there are`() async throws {
    let components = ["Menu"] + (1...60).map { "Dish\($0)" }
    for isLab in [false, true] {
      try await ScratchForge.with(components) { forge in
        let start = Start(expressions: Self.expressions)
        // A release that a tag became has nothing for a page.
        try forge.sandbox.git("tag", "Menu/0.9.0", "main~1")
        try await forge.sandbox.registry("init", "--adopt-tags", "{name}/{version}")
        try forge.sandbox.git("push", "-q", "origin", "main", "Menu/0.9.0")
        for _ in 0..<2 {
          _ = try isLab ? lab("finish", forge, start) : job("finish", forge, start)
          let pages = try forge.files("pages").keys.sorted()
          #expect(pages == components.map { "\($0)-1.0.0" }.sorted())
        }
      }
    }
  }

  /// A change that cannot be released, one that can, its release, and what follows from it.
  private func story(_ run: @escaping (String, ScratchForge, Start) throws -> String) async throws {
    try await ScratchForge.with { forge in
      let sandbox = forge.sandbox
      // What was merged before is no part of a pull request.
      try sandbox.change("Kitchen", "fix: polish the pans")
      try sandbox.git("push", "-q", "origin", "main")
      try sandbox.git("switch", "-q", "-c", "broken")
      try sandbox.write("let x = 1\n", to: "Components/Menu/Package.swift")
      try sandbox.commitAll("Break the menu")
      try sandbox.git("push", "-q", "origin", "broken")
      #expect(throws: ProgramFailure.self) { try run("check", forge, Start(branch: "broken")) }

      try sandbox.git("switch", "-q", "-c", "soups", "main")
      try sandbox.change("Menu", "feat: list soups")
      try sandbox.git("push", "-q", "origin", "soups")
      #expect(throws: ProgramFailure.self) { try run("check", forge, Start(branch: "soups")) }
      let change = try await sandbox.registry(
        "change",
        "Menu",
        "--minor",
        "--notes",
        "Soups are listed."
      )
      #expect(change.status == 0, "\(change.error)")
      try sandbox.git("push", "-q", "origin", "soups")
      let check = try run("check", forge, Start(branch: "soups"))
      #expect(check.contains("Menu") && check.contains("1.1.0") && !check.contains("1.0.1"))
      try sandbox.git("switch", "-q", "main")
      try sandbox.git("merge", "-q", "--no-ff", "-m", "List soups", "soups")
      try sandbox.git("push", "-q", "origin", "main")

      // Again, it changes nothing but the text of the pull request.
      for _ in 0..<2 {
        _ = try run("release", forge, Start())
        #expect(try forge.files("pulls").keys.sorted() == ["release"])
        #expect(
          try forge.files("pulls")["release"]?.contains("| Menu | 1.0.0 | **1.1.0** |") == true
        )
      }
      try sandbox.git("fetch", "-q", "origin")
      #expect(
        try sandbox.git("log", "--format=%s", "main..origin/release")
          == "Release Kitchen 1.0.1 and Menu 1.1.0"
      )
      try sandbox.git("merge", "-q", "--squash", "origin/release")
      try sandbox.commitAll("Release (#2)")
      try sandbox.git("push", "-q", "origin", "main")

      // The first time, the branch takes nothing that is pushed to it.
      for isProtected in [true, false] {
        try forge.protectMain(isProtected)
        let printed = try run("finish", forge, Start())
        let record = "push the commit that 'registry mirror --repositories' makes in a clone"
        #expect(printed.contains(record) == isProtected, "\(printed)")
        #expect(
          try sandbox.shell("git -C split/swift-Menu.git log --first-parent --format=%s main")
            == "Menu 1.1.0\nBy hand"
        )
        let files = try sandbox.shell("git -C origin.git ls-tree -r --name-only main")
        #expect(files.contains("Registry/mirrors/Menu.json") != isProtected)
        let tags = "Kitchen/1.0.0\nKitchen/1.0.1\nMenu/1.0.0\nMenu/1.1.0"
        #expect(try sandbox.shell("git -C origin.git tag") == tags)
        #expect(try sandbox.shell("git -C split/swift-Menu.git tag") == "1.0.0\n1.1.0")
        let pages = try forge.files("pages")
        #expect(
          pages.keys.sorted() == ["Kitchen-1.0.0", "Kitchen-1.0.1", "Menu-1.0.0", "Menu-1.1.0"]
        )
        #expect(pages["Menu-1.1.0"] == "#### Added\n\n- Soups are listed.\n")
      }
      // Its merge starts the job, too, which finds nothing to release.
      let pulls = try forge.files("pulls")
      _ = try run("release", forge, Start())
      #expect(try forge.files("pulls") == pulls)

      let nightly = try run("nightly", forge, Start())
      #expect(nightly.contains("verified 2 components, 4 releases and 4 tags: no faults"))
    }
  }
}
