import ProgramTesting
import Testing

/// What bash completes in a repository.
struct CompletionTests {
  @Test func `commands, options, names and values are completed`() async throws {
    try await Sandbox.withLayers { sandbox in
      try sandbox.git("remote", "add", "upstream", "../upstream.git")
      try sandbox.git("branch", "next")
      let completed = try sandbox.shell(
        #"""
        cd repository
        registry completion bash > ../completions
        set +eu
        source ../completions
        complete_line() {
          read -r -a COMP_WORDS <<< "$1"
          [[ "$1" != *' ' ]] || COMP_WORDS+=('')
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
          _registry registry "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          echo "$1: ${COMPREPLY[*]}"
        }
        while IFS= read -r line; do complete_line "$line"; done << 'END'
        registry se
        registry token re
        registry bump Menu --ver
        registry bump Menu --verify n
        registry set Menu.l
        registry set Menu.layer 
        registry set app.p
        registry set release 
        registry init --release 
        registry tags --push --remote u
        registry plan --since n
        registry release --branch 
        END
        """#
      )
      #expect(
        completed == """
          registry se: set serve
          registry token re: revoke
          registry bump Menu --ver: --version --verify
          registry bump Menu --verify n: none newest
          registry set Menu.l: Menu.layer Menu.license
          registry set Menu.layer : core feature
          registry set app.p: app.path app.product
          registry set release : internal public
          registry init --release : public internal
          registry tags --push --remote u: upstream
          registry plan --since n: next
          registry release --branch : main next
          """
      )
    }
  }

  @Test func `each shell has completions, and another one is refused`() async throws {
    try await Sandbox.with([]) { sandbox in
      for shell in ["bash", "zsh", "fish"] {
        let run = try await sandbox.registry("completion", shell)
        #expect(run.status == 0 && run.output.contains("adopt-tags"))
      }
      let unknown = try await sandbox.registry("completion", "ksh")
      #expect(unknown.status == 2)
      #expect(
        unknown.error.hasPrefix(
          "error: unknown shell 'ksh', expected one of 'zsh', 'bash', 'fish'\n"
        ),
        "\(unknown.error)"
      )
    }
  }
}
