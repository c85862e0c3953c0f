import Foundation
import ProgramTesting
import Testing

/// `registry export`, again and again into one folder.
struct ExportTests {
  /// Lends a repository with two releases of `Menu` and one of `Kitchen`.
  private func withReleases(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
      try await sandbox.registry("bump", "Menu", "1.1.0")
      try await body(sandbox)
    }
  }

  private func export(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    try await sandbox.registry(["export", "../files"] + arguments)
  }

  /// The files with their content, without what only the next run reads.
  private func files(_ sandbox: Sandbox) throws -> [Substring] {
    try sandbox.shell("cd files && find . -type f ! -name '.registry*' | sort | xargs sha256sum")
      .split(separator: "\n")
  }

  /// The inodes and times of all files.
  private func stamps(_ sandbox: Sandbox) throws -> [Substring] {
    try sandbox.shell(
      """
      find files -type f | grep -v lock | sort | tr '\\n' '\\0' | xargs -0 \
        perl -MTime::HiRes=stat -e 'for (@ARGV) { my @file = stat; print "$_ $file[1] $file[9]\\n" }'
      """
    ).split(separator: "\n")
  }

  @Test func `a second run writes nothing, and a release writes what it changes`() async throws {
    try await withReleases { sandbox in
      let url = ["--url", "https://swift.example.com/mono"]
      let first = try await sandbox.registry(["export", "../files"] + url)
      #expect(first.status == 0, "\(first.error)")
      let old = try stamps(sandbox)
      let second = try await export(sandbox)
      #expect(
        second.output == "\(sandbox.folder)/files has all files of 3 releases of 2 components\n"
      )
      #expect(try stamps(sandbox) == old)
      try sandbox.change("Kitchen")
      try await sandbox.registry("bump", "Kitchen", "1.1.0")
      let planned = try await export(sandbox, "--changed-paths", "--dry-run")
      #expect(try stamps(sandbox) == old)
      let third = try await export(sandbox, "--changed-paths")
      #expect(third.error == "")
      #expect(planned.output == third.output)
      #expect(
        third.output == """
          /collection.json
          /cookr/Kitchen/1.1.0/index.json
          /cookr/Kitchen/1.1.0/page.html
          /cookr/Kitchen/feed.atom
          /cookr/Kitchen/history.json
          /cookr/Kitchen/index.json
          /cookr/Kitchen/package.json
          /cookr/Kitchen/page.html
          /feed.atom
          /graph.html
          /graph.json
          /index.html
          /registry.json

          """
      )
      let new = try stamps(sandbox)
      #expect(new.filter { $0.contains("Menu") } == old.filter { $0.contains("Menu") })
      // As if there had been only one run.
      let incremental = try files(sandbox)
      try sandbox.shell("rm -r files")
      #expect(try await sandbox.registry(["export", "../files"] + url).status == 0)
      #expect(try files(sandbox) == incremental)
    }
  }

  @Test func `export makes pages for as many releases as it is asked for`() async throws {
    try await withReleases { sandbox in
      let pages = "ls files/cookr/Menu/*/page.html | cut -d/ -f4"
      #expect(try await export(sandbox, "--release-pages", "1").status == 0)
      #expect(try sandbox.shell(pages) == "1.1.0")
      #expect(try await export(sandbox, "--release-pages", "all").status == 0)
      #expect(try sandbox.shell(pages) == "1.0.0\n1.1.0")
      for value in ["0", "-1", "newest"] {
        let refused = try await export(sandbox, "--release-pages=\(value)")
        #expect(refused.status == 2)
        #expect(
          refused.error.hasPrefix(
            "error: invalid number of releases '\(value)', expected 'all' or a number from 1\n"
          ),
          "\(refused.error)"
        )
      }
    }
  }

  @Test func `a withdrawal changes the list and the release`() async throws {
    try await withReleases { sandbox in
      _ = try await export(sandbox)
      try await sandbox.registry("yank", "Menu", "1.1.0", "--reason", "cold")
      #expect(try await export(sandbox).status == 0)
      let list = try sandbox.shell("cat files/cookr/Menu/index.json")
      #expect(
        list.replacing(/\d{4}-\d\d-\d\d/, with: "DAY")
          == #"{"releases":{"1.1.0":{"problem":{"detail":"withdrawn on DAY: cold","#
          + #""status":410,"title":"Gone"}},"1.0.0":{}}}"#
      )
      let release = try sandbox.shell("cat files/cookr/Menu/1.1.0/index.json")
      #expect(release.contains(#""withdrawn":{"date""#))
    }
  }

  @Test func `components with version-specific manifests are named`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.shell(
        "cd repository/Components/Menu && cp Package.swift Package@swift-5.9.swift"
      )
      try sandbox.commitAll("Add a manifest")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let run = try await export(sandbox)
      #expect(
        run.output.split(separator: "\n").dropFirst() == [
          "the pages name an example URL, and there is no package collection: add '--url'",
          "clients of plain files use only Package.swift, not the manifests for other versions of"
            + " Swift of Menu",
        ]
      )
    }
  }

  @Test func `export refuses a target that is not an export, and leaves it as it is`() async throws
  {
    try await withReleases { sandbox in
      try sandbox.shell("mkdir files && echo kept > files/notes")
      let full = try await export(sandbox)
      #expect(full.status == 1)
      #expect(
        full.error == """
          error: the folder '../files' contains 'notes' and no export
          help: name an empty folder, or one that does not exist

          """
      )
      #expect(try sandbox.shell("ls -A files") == "notes")
      try sandbox.shell("rm -r files && echo text > files")
      #expect(
        try await export(sandbox).error == "error: '../files' is a file, expected a folder\n"
      )
      try sandbox.shell("rm files && ln -s nowhere files")
      #expect(
        try await export(sandbox).error == "error: the link '../files' points to nothing\n"
      )
      // A folder elsewhere is what a link may be for; a folder of the export is no such thing.
      try sandbox.shell("rm files && mkdir disk elsewhere && ln -s disk files")
      #expect(try await export(sandbox).status == 0)
      try sandbox.shell("mv disk/cookr/Menu elsewhere && ln -s ../../elsewhere disk/cookr/Menu")
      try sandbox.change("Menu")
      try await sandbox.registry("bump", "Menu", "1.2.0")
      #expect(
        try await export(sandbox).error == """
          error: '\(sandbox.folder)/disk/cookr/Menu' is a link, expected a folder of the export
          help: remove it, and run the command again

          """
      )
    }
  }

  @Test func `a clone that is behind, and another scope, are refused`() async throws {
    try await withReleases { sandbox in
      _ = try await export(sandbox)
      try sandbox.git("reset", "-q", "--hard", "HEAD~1")
      #expect(
        try await export(sandbox).error == """
          error: the export has 'Menu' 1.1.0, which this repository does not have
          help: fetch the newest commits; a release never changes

          """
      )
      try sandbox.shell("sed -i s/cookr/other/ repository/Registry/manifest.json")
      try sandbox.commitAll("Rename the scope")
      #expect(
        try await export(sandbox).error == """
          error: the folder '\(sandbox.folder)/files' has an export of the scope 'cookr', expected 'other'
          help: export each scope to a folder of its own

          """
      )
    }
  }

  @Test func `another content of a release is refused`() async throws {
    try await withReleases { sandbox in
      _ = try await export(sandbox)
      try sandbox.git("reset", "-q", "--hard", "HEAD~1")
      try sandbox.git("tag", "-d", "Menu/1.1.0")
      try sandbox.change("Menu")
      try await sandbox.registry("bump", "Menu", "1.1.0")
      let run = try await export(sandbox)
      #expect(run.status == 1)
      let error = run.error.replacing(/[0-9a-f]{64}/, with: "HASH")
      #expect(
        error == """
          error: the export has 'Menu' 1.1.0 with the checksum 'sha256:HASH', expected 'sha256:HASH'
          help: export to another folder; a release never changes

          """
      )
    }
  }

  #if os(Linux)
    /// Wherever it ends, no list names what is not there, and the next run does the rest.
    @Test(arguments: [false, true])
    func `an export ended at any change is completed by the next run`(isFullDisk: Bool) async throws
    {
      try await withReleases { sandbox in
        let counts = sandbox.folder + "-count"
        defer { try? FileManager.default.removeItem(atPath: counts) }
        let whole = try await sandbox.registry(
          ["export", "../files"],
          killSwitch: .count(below: sandbox.folder, into: counts)
        )
        #expect(whole.status == 0, "\(whole.error)")
        let complete = try files(sandbox)
        let count = try String(contentsOfFile: counts, encoding: .utf8)
        let changes = try #require(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)))
        let step = Sweep.isTorture ? 1 : max(1, changes / 6)
        for change in stride(from: 1, through: changes, by: step) {
          try sandbox.shell("rm -rf files")
          let ended = try await sandbox.registry(
            ["export", "../files"],
            killSwitch: isFullDisk
              ? .fail(ENOSPC, from: change, below: sandbox.folder)
              : .kill(before: change, below: sandbox.folder)
          )
          if isFullDisk, ended.status == 0 {
            // What was left to do was to empty the file of the lock.
            #expect(try files(sandbox) == complete, "change \(change)")
            continue
          }
          #expect(ended.status != 0, "change \(change)")
          if isFullDisk { #expect(ended.error.contains("no space left"), "\(ended.error)") }
          try expectWholeLists(sandbox, change)
          let again = try await export(sandbox)
          #expect(again.status == 0, "change \(change): \(again.error)")
          #expect(try files(sandbox) == complete, "change \(change)")
        }
      }
    }

    func expectWholeLists(_ sandbox: Sandbox, _ change: Int) throws {
      for name in ["Kitchen", "Menu"] {
        let place = "\(sandbox.folder)/files/cookr/\(name)"
        guard let list = try? String(contentsOfFile: "\(place)/index.json", encoding: .utf8) else {
          continue
        }
        for version in list.matches(of: /"(\d\.\d\.\d)"/) {
          for file in ["\(version.1).zip", "\(version.1)/Package.swift", "\(version.1)/index.json"]
          {
            #expect(
              FileManager.default.fileExists(atPath: "\(place)/\(file)"),
              "change \(change): \(file)"
            )
          }
        }
      }
    }
  #endif
}
