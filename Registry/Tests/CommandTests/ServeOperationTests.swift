import Foundation
import Testing

/// What operators can do with `registry serve` while it runs, and before.
#if os(Linux)
  struct ServeOperationTests {
    @Test func `a hang-up makes a copy fetch at once`() async throws {
      try await Sandbox.with { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        let lines = try sandbox.shell(
          """
          mkfifo url
          registry serve --port 0 --mirror repository --repository copy --fetch-interval 1000000 \
            --status-address 127.0.0.1:0 > url 2> log &
          server=$!
          trap 'kill -KILL $server || true' EXIT
          read -r url < url
          curl -sf "$url/cookr/Menu" | grep -o '"1.1.0"' || echo "not yet"
          echo "// more" >> repository/Components/Menu/Sources/Menu/Menu.swift
          git -C repository -c user.name=Ada -c user.email=ada@example.com commit -qam "Add more"
          registry bump Menu 1.1.0 --no-api-check --verify none --directory repository > /dev/null
          kill -HUP $server
          for attempt in $(seq 20000); do
            if curl -sf "$url/cookr/Menu" | grep -o '"1.1.0"'; then break; fi
          done
          # The address that is not the registry's.
          for attempt in $(seq 20000); do
            port=$(grep -o 'listening on 127.0.0.1:[0-9]*' log | sed 's/.*://' | grep -v "${url##*:}" || true)
            if [ "$port" ]; then break; fi
          done
          curl -sf "127.0.0.1:$port/health" | grep -o '"fetch":{"secondsAgo":[0-9]*}' | cut -c 1-22
          curl -sf "127.0.0.1:$port/metrics" | grep '^registry_healthy'
          curl -s -o /dev/null -w '%{http_code}\n' "$url/metrics"
          """
        )
        #expect(
          lines == """
            not yet
            "1.1.0"
            "fetch":{"secondsAgo":
            registry_healthy 1
            404
            """
        )
      }
    }

    @Test func `the log says what is cloned and served, why a fetch fails, and the end`()
      async throws
    {
      try await Sandbox.with { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        let lines = try sandbox.shell(
          #"""
          printf '#!/bin/sh\nshift\nexec sh -c "$1"\n' > ssh
          chmod +x ssh
          mkfifo url
          export GIT_SSH_COMMAND="$PWD/ssh" GIT_SSH_VARIANT=simple
          registry serve --port 0 --repository copy --branch main --docs none \
            --mirror "ssh://git@git.example.com$PWD/repository" > url 2> log &
          server=$!
          trap 'kill -KILL $server || true' EXIT
          read -r url < url
          curl -sf "$url/cookr/Menu" | grep -o '"1.0.0"'
          for attempt in $(seq 20000); do
            if grep -q 'there is no folder' log; then break; fi
          done
          rm -r repository
          kill -HUP $server
          for attempt in $(seq 20000); do
            if grep -q 'cannot reach' log; then break; fi
          done
          kill -TERM $server
          wait $server
          trap - EXIT
          sed "s|$PWD|FOLDER|g; s|$url|URL|; s/commit=[0-9a-f]* //; s/reach.*; help: /reach; help: /" log |
            grep -Eo '(notice|warning|error) registry-server: .*'
          """#
        )
        let upstream = "ssh://git@git.example.comFOLDER/repository"
        #expect(
          lines == """
            "1.0.0"
            notice registry-server: [Server] cloning '\(upstream)' into 'copy'
            notice registry-server: branch=main components=1 [registry_server] serving 'copy' at URL
            warning registry-server: [registry_server] there is no folder 'none' yet, \
            'registry docs --output' creates it
            error registry-server: [Server] cannot reach; help: 'git ls-remote \(upstream)' \
            must work for the user of the server, without a question
            notice registry-server: [registry_server] stopped
            """
        )
      }
    }

    @Test(arguments: [("0.0.0.0", "http://127.0.0.1:"), ("::", "http://[::1]:")])
    func `the URL of a server on all addresses is one that opens, and unknown variables are named`(
      host: String,
      start: String
    ) async throws {
      try await Sandbox.with { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        let lines = try sandbox.shell(
          """
          mkfifo url
          export REGISTRY_PUBLIC_ULR=https://swift.example.com REGISTRY_TOKEN=secret
          registry serve --port 0 --host \(host) --repository repository > url 2> log &
          server=$!
          trap 'kill -KILL $server || true' EXIT
          read -r url < url
          echo "${url%:*}:"
          curl -gsf "$url/cookr/Menu" | grep -o '"1.0.0"'
          grep -Eo 'warning registry-server: .*' log
          """
        )
        #expect(
          lines == """
            \(start)
            "1.0.0"
            warning registry-server: [registry_server] the variable 'REGISTRY_PUBLIC_ULR' is unknown, \
            and ignored; did you mean 'REGISTRY_PUBLIC_URL'?
            """
        )
      }
    }

    @Test func `the address that is taken is named, and nothing else is an error`() async throws {
      try await Sandbox.with { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        let lines = try sandbox.shell(
          """
          mkfifo url
          registry serve --port 0 --repository repository > url 2> /dev/null &
          server=$!
          trap 'kill -KILL $server || true' EXIT
          read -r url < url
          taken=${url##*:}
          for options in "--port $taken --status-address 127.0.0.1:0" \
            "--port 0 --status-address 127.0.0.1:$taken"
          do
            registry serve $options --repository repository 2> log > /dev/null || echo "status $?"
            grep -Ev ' (info|notice) registry-server: ' log | sed "s/$taken/TAKEN/"
          done
          """
        )
        #expect(
          lines == """
            status 1
            error: cannot listen on '127.0.0.1', port TAKEN: address already in use
            help: choose another port with '--port', or 0 for any free port
            status 1
            error: cannot listen on '127.0.0.1', port TAKEN: address already in use
            help: choose another port with '--status-address'
            """
        )
      }
    }

    /// The receiver is another registry, which has no such page.
    @Test func `a webhook is told of a release, and the log says what its receiver answers`()
      async throws
    {
      try await Sandbox.with { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        let lines = try sandbox.shell(
          """
          trap 'for server in $(jobs -p); do kill -KILL $server || true; done' EXIT
          mkfifo receiver sender
          registry serve --port 0 --repository repository > receiver 2> received &
          read -r url < receiver
          printf 'salt\n' > secret
          registry serve --port 0 --repository repository --webhook "$url/hook?key=hidden" \
            --webhook-secret-file secret > sender 2> log &
          read -r other < sender
          registry yank Menu 1.0.0 --reason cold --directory repository > /dev/null
          for attempt in $(seq 20000); do
            if grep -o 'POST /hook 404' received; then break; fi
          done
          for attempt in $(seq 20000); do
            if grep -o "cannot tell .* of the withdrawal of Menu 1.0.0 yet: .* answered 404" log |
              sed "s/${url#http://}/RECEIVER/g"
            then break; fi
          done
          grep -c hidden log || true
          """
        )
        #expect(
          lines == """
            POST /hook 404
            cannot tell 'RECEIVER' of the withdrawal of Menu 1.0.0 yet: 'RECEIVER' answered 404
            0
            """
        )
      }
    }

    @Test func `the limit of open files is raised, or said to be too low`() async throws {
      try await Sandbox.with { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        let lines = try sandbox.shell(
          """
          (ulimit -n 100 && registry serve --port 0 --repository repository 2>&1) || true
          mkfifo url
          (ulimit -S -n 100 && exec registry serve --port 0 --repository repository > url 2> log) &
          server=$!
          trap 'kill -KILL $server || true' EXIT
          read -r url < url
          curl -sf "$url/availability"
          """
        )
        #expect(
          lines == """
            error: this process may open 100 files, expected at least 160 for 16 connections
            help: raise the limit: 'ulimit -n' in a shell, 'LimitNOFILE=' in a unit of systemd
            {"available":true}
            """
        )
      }
    }
  }
#endif
