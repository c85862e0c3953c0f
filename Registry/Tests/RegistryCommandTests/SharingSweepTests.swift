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
    private func report(_ what: String, _ ends: Int) {
      if Sweep.isTorture { print("torture: \(what): \(ends) times") }
    }

    /// Of a request, the registry may have seen all or nothing when its client is ended.
    @Test(arguments: ["before", "after"])
    func `ended at any request, publishing is completed by the next run`(
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
