import Foundation
import ProgramTesting
import Testing

#if os(Linux)
  /// What leaves the repository is ended at its changes or requests: what is there by then is whole,
  /// and the next run does the rest.
  ///
  /// ``ExportTests`` has the first export, ``MirrorSweepTests`` mirrors.
  /// `make torture` takes every change; otherwise some of them stand for all.
  struct SharingSweepTests {
    /// How many changes the command makes to files of the sandbox.
    private func changes(
      _ arguments: [String],
      _ environment: [String: String] = [:],
      in sandbox: Sandbox
    ) async throws -> Int {
      let counts = sandbox.folder + "-count"
      defer { try? FileManager.default.removeItem(atPath: counts) }
      let run = try await sandbox.registry(
        arguments,
        environment: environment,
        killSwitch: .count(below: sandbox.folder, into: counts)
      )
      #expect(run.status == 0, "\(run.output)\(run.error)")
      let count = try String(contentsOfFile: counts, encoding: .utf8)
      return try #require(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func steps(_ changes: Int, _ sample: Int) -> StrideThrough<Int> {
      stride(from: 1, through: changes, by: Sweep.isTorture ? 1 : max(1, changes / sample))
    }

    private func end(_ isFullDisk: Bool, _ change: Int, in sandbox: Sandbox) -> KillSwitch {
      isFullDisk
        ? .fail(ENOSPC, from: change, below: sandbox.folder)
        : .kill(before: change, below: sandbox.folder)
    }

    /// The files of a folder with their content, apart from those whose paths have a dot in front.
    private func files(_ folder: String, in sandbox: Sandbox) throws -> [Substring] {
      try sandbox.shell(
        """
        mkdir -p \(folder) && cd \(folder)
        find . -type f ! -path '*/.*' | sort | while read -r file; do sha256sum "$file"; done
        """
      ).split(separator: "\n")
    }

    private func report(_ what: String, _ ends: Int) {
      if Sweep.isTorture { print("torture: \(what): \(ends) times") }
    }

    @Test(arguments: [false, true])
    func `docs ended at any change leaves whole files or none, and the next run completes it`(
      _ isFullDisk: Bool
    ) async throws {
      try await Sandbox.with { sandbox in
        let swift = try ScriptedSwift(for: "x86_64-unknown-linux-gnu", in: sandbox)
        try await sandbox.registry("release")
        let arguments = ["docs", "--all", "--output", "../site"]
        let all = try await changes(arguments, swift.environment, in: sandbox)
        let complete = try files("site", in: sandbox)
        #expect(complete.count == 8)
        var ends = 0
        for change in steps(all, 4) {
          try sandbox.shell("rm -rf site .cache")
          let ended = try await sandbox.registry(
            arguments,
            environment: swift.environment,
            killSwitch: end(isFullDisk, change, in: sandbox)
          )
          let found = try files("site", in: sandbox)
          #expect(ended.status != 0 || found == complete, "change \(change)")
          #expect(Set(found).isSubset(of: complete), "change \(change)")
          for name in ["Kitchen", "Menu"] {
            let own = found.count { $0.contains("/\(name)/1.0.0/") }
            #expect(own == 0 || own == 4, "change \(change): \(found)")
          }
          let again = try await sandbox.registry(arguments, environment: swift.environment)
          #expect(again.status == 0, "change \(change): \(again.output)\(again.error)")
          #expect(try files("site", in: sandbox) == complete, "change \(change)")
          ends += 1
        }
        report("docs, full disk \(isFullDisk)", ends)
      }
    }

    @Test(arguments: [false, true])
    func `an export ended in an update lists only what is there, and can be completed`(
      _ isFullDisk: Bool
    ) async throws {
      try await Sandbox.with { sandbox in
        let arguments = ["export", "../files"]
        try await sandbox.registry("bump", "Menu", "1.0.0")
        try await sandbox.registry(arguments)
        try sandbox.change("Menu")
        try await sandbox.registry("bump", "Menu", "1.1.0")
        try await sandbox.registry("yank", "Menu", "1.0.0", "--reason", "cold")
        try await sandbox.registry("bump", "Kitchen", "1.0.0")
        try sandbox.shell("cp -a files before")
        let all = try await changes(arguments, in: sandbox)
        let complete = try files("files", in: sandbox)
        var ends = 0
        for change in steps(all, 4) {
          try sandbox.shell("rm -rf files && cp -a before files")
          let ended = try await sandbox.registry(
            arguments,
            killSwitch: end(isFullDisk, change, in: sandbox)
          )
          let isDone = try files("files", in: sandbox) == complete
          #expect(ended.status != 0 || isDone, "change \(change)")
          try ExportTests().expectWholeLists(sandbox, change)
          let again = try await sandbox.registry(arguments)
          #expect(again.status == 0, "change \(change): \(again.error)")
          #expect(try files("files", in: sandbox) == complete, "change \(change)")
          ends += 1
        }
        report("export, full disk \(isFullDisk)", ends)
      }
    }

    /// What `registry cache export` writes, with two builds that share a file.
    private static let builds = """
      content() { printf 'file %s %s\\n%s' "$(printf %s "$1" | sha256sum | cut -d' ' -f1)" "${#1}" "$1"; }
      # build TREE CONTENT ...
      build() {
        { printf 'registry-build 1\\ntree %s\\nd 755 1 0 - build\\n' "$1"
          for text in "${@:2}"; do
            printf 'f 644 1 %s %s build/%s\\n' "${#text}" \\
              "$(printf %s "$text" | sha256sum | cut -d' ' -f1)" "$text"
          done; } > listing
        printf 'sum %s\\n' "$(sha256sum < listing | cut -d' ' -f1)" >> listing
        printf 'build place/%s %s\\n' "$1" "$(stat -c %s listing)"
        cat listing
      }
      { echo 'registry-cache 1'
        content one; content two; build \(String(repeating: "a", count: 40)) one two
        content three; build \(String(repeating: "b", count: 40)) one three
        echo end; } > builds.cache
      """

    /// A change of the cache, whether it starts with the builds, and what a complete run leaves.
    @Test(arguments: [
      (["import", "../builds.cache"], false, 2), (["export", "../again.cache"], true, 2),
      (["clean"], true, 0), (["verify"], true, 1),
    ])
    func `a cache command ended anywhere leaves a sound cache that the next run completes`(
      _ verb: [String],
      isFilled: Bool,
      builds: Int
    ) async throws {
      try await Sandbox.with { sandbox in
        try sandbox.shell(Self.builds)
        let start = try await sandbox.registry("cache", "import", "../builds.cache")
        #expect(start.status == 0, "\(start.error)")
        if verb == ["verify"] {
          try sandbox.shell(
            "cd .cache && grep -rlx three | while read -r f; do echo x > $f; done"
          )
        }
        if !isFilled { try sandbox.shell("rm -rf .cache") }
        try sandbox.shell("mkdir -p .cache && cp -a .cache saved")
        func restore() throws { try sandbox.shell("rm -rf .cache again.cache; cp -a saved .cache") }
        let counts = sandbox.folder + "-count"
        defer { try? FileManager.default.removeItem(atPath: counts) }
        try await sandbox.registry(
          ["cache"] + verb,
          killSwitch: .count(below: sandbox.folder, into: counts)
        )
        let text = try String(contentsOfFile: counts, encoding: .utf8)
        let all = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(all > 1)
        let exported = try? sandbox.shell("sha256sum < again.cache")
        var ends = 0
        for isFullDisk in [false, true] {
          for change in steps(all, 4) {
            let place = "change \(change), full disk \(isFullDisk)"
            try restore()
            let ended = try await sandbox.registry(
              ["cache"] + verb,
              killSwitch: end(isFullDisk, change, in: sandbox)
            )
            if verb != ["verify"] {
              let found = try? sandbox.shell("sha256sum < again.cache")
              #expect(found == nil || found == exported, "\(place)")
              let check = try await sandbox.registry("cache", "verify")
              #expect(check.status == 0, "\(place): \(check.output)\(check.error)")
            }
            let again = try await sandbox.registry(["cache"] + verb)
            #expect(
              again.status == 0 || verb == ["verify"],
              "\(place): \(again.error)\(ended.error)"
            )
            let state = try await sandbox.registry("cache", "verify", "--json")
            #expect(state.status == 0, "\(place): \(state.output)")
            #expect(state.output.contains("\"builds\" : \(builds)"), "\(place): \(state.output)")
            if let exported {
              #expect(try sandbox.shell("sha256sum < again.cache") == exported, "\(place)")
            }
            ends += 1
          }
        }
        report("cache \(verb[0])", ends)
      }
    }

    /// Of a request, the registry may have seen all or nothing when its client is ended.
    @Test(arguments: ["before", "after"])
    func `publish ended at any request is completed by the next run`(
      _ moment: String
    ) async throws {
      let lines = try await Sandbox.with { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
        try sandbox.change("Menu")
        try await sandbox.registry("bump", "Menu", "1.1.0")
        try await sandbox.registry("bump", "Kitchen", "1.0.0")
        return try sandbox.shell(
          """
          export GIT_CONFIG_GLOBAL=/dev/null here=$PWD moment=\(moment)
          trap 'for server in $(jobs -p); do kill "$server" || true; done; wait' EXIT
          mkdir -p start/Registry bin
          echo '{"components": {}, "schema": 1, "scope": "cookr"}' > start/Registry/manifest.json
          git -C start init -q -b main
          git -C start add -A
          git -C start -c user.name=Ada -c user.email=ada@example.com commit -q -m Start
          export REGISTRY_TOKEN=$(registry token create ci --publish --directory start --quiet)
          export curl=$(command -v curl)
          cat > bin/curl <<'END'
          #!/bin/sh
          number=$(($(cat "$here/requests") + 1))
          echo $number > "$here/requests"
          if [ $moment$number = before$at ]; then kill -9 $PPID; exit 1; fi
          "$curl" "$@" && status=0 || status=$?
          if [ $moment$number = after$at ]; then kill -9 $PPID; fi
          exit $status
          END
          chmod +x bin/curl
          mkfifo url
          # publish AT: to a new registry, ended at that request
          publish() {
            rm -rf target && cp -a start target
            registry serve --port 0 --repository target > url 2> log &
            read -r url < url
            echo 0 > requests
            status=0
            PATH="$PWD/bin:$PATH" at=$1 registry publish --registry "$url" --directory repository \\
              > said 2>&1 || status=$?
          }
          stop() { kill %% && wait %% || true; }
          publish 0
          [ $status = 0 ]
          stop
          count=$(cat requests)
          step=\(Sweep.isTorture ? "1" : "$(((count + 3) / 4))")
          ends=0
          for number in $(seq 1 $step $count); do
            publish $number
            [ $status = 137 ] || echo "request $number: status $status: $(cat said)"
            # The server ends its write first.
            registry publish --registry "$url" --directory repository > said 2>&1 ||
              echo "request $number: again: $(cat said)"
            tail -n 1 said | grep -q 'has all 3 releases' ||
              echo "request $number: $(tail -n 1 said)"
            stop
            registry verify --directory target > said 2>&1 || echo "request $number: $(cat said)"
            grep -q '3 releases' said || echo "request $number: $(cat said)"
            ends=$((ends + 1))
          done
          echo "$ends ends at $count requests"
          """
        ).split(separator: "\n").map(String.init)
      }
      #expect(lines.count == 1, "\(lines.joined(separator: "\n"))")
      let counts = try #require(lines.last?.wholeMatch(of: /(\d+) ends at (\d+) requests/))
      #expect(Int(counts.1) ?? 0 >= 3, "\(lines)")
      report("publish, \(moment)", Int(counts.1) ?? 0)
    }
  }
#endif
