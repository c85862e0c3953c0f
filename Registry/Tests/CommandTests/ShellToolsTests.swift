import Foundation
import Testing

/// The scripts in place of GNU's tools do what the tests ask of these; `sed` needs a system with
/// another one.
struct ShellToolsTests {
  @Test func `locks, sums and limits are those of GNU's tools`() async throws {
    try await Sandbox.with([]) { sandbox in
      let tools = try ShellTools.write(to: URL(filePath: sandbox.folder).appending(path: "tools"))
      let printed = try sandbox.shell(
        """
        PATH='\(tools)':$PATH
        printf x > file
        sha256sum file
        (timeout -k 1 1 sleep 60) 2> said || echo late
        timeout 30 echo soon
        flock file sh -c 'echo held; exit 3' || echo $?
        flock file /usr/bin/flock -n file true || echo taken
        """
      )
      #expect(
        printed == """
          2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  file
          late
          soon
          held
          3
          taken
          """
      )
    }
  }
}
