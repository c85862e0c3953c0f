import Foundation

/// Programs that play a toolchain and note how they are called: `swift` writes the interface of each
/// module from its sources, and a graph for `docc`, which writes two files; `xcrun` knows where SDKs
/// are.
struct ScriptedSwift {
  let sandbox: Sandbox
  let programs: String

  /// - Parameter triple: That of the host.
  init(for triple: String, in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    programs = "\(sandbox.folder)/toolchain/usr/bin"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let answer = """
      {"compilerVersion": "Swift 0", "target": {"triple": "\(triple)"}, \
      "paths": {"runtimeResourcePath": "\(sandbox.folder)/toolchain/usr/lib/swift"}}
      """
    // A declaration is on a platform if its line names it in a comment, or names none.
    try write(
      "swift",
      """
      if [ "$1" = -print-target-info ]; then echo '\(answer)'; exit 0; fi
      verb=$1; shift; target=host; noted=$verb
      while [ $# -gt 0 ]; do
        case $1 in
          --package-path) package=$2; shift ;;
          --scratch-path) scratch=$2; shift ;;
          --triple) target=$2; noted="$noted $1 $2"; shift ;;
          --target) shift ;;
          --sdk|--swift-sdk|-Xswiftc) noted="$noted $1 $2"; shift ;;
          --build-tests) noted="$noted $1" ;;
        esac
        shift
      done
      echo "$noted" >> '\(sandbox.folder)/calls'
      mkdir -p "$scratch/debug/Modules" "$scratch/debug/symbolgraph"
      : > "$scratch/debug.yaml"
      for folder in "$package"/Sources/*; do
        module=${folder##*/}
        echo '{}' > "$scratch/debug/symbolgraph/$module.symbols.json"
        echo "\\"/$module.swiftinterface\\"" >> "$scratch/debug.yaml"
        cat "$folder"/*.swift | grep -e "// $target" -e '^[^/]*$' \
          > "$scratch/debug/Modules/$module.swiftinterface"
      done
      exit 0
      """
    )
    try write(
      "docc",
      """
      while [ $# -gt 0 ]; do [ "$1" = --output-path ] && folder=$2; shift; done
      mkdir -p "$folder/data"
      echo page > "$folder/index.html"
      echo data > "$folder/data/page.json"
      """
    )
    try write("xcrun", "echo \"/SDKs/$2.sdk\"")
  }

  var environment: [String: String] { ["PATH": "\(programs):/usr/bin:/bin"] }

  /// How `swift` was called since the last look: the verb and what says for which platform.
  func calls() throws -> [String] {
    let file = "\(sandbox.folder)/calls"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    try FileManager.default.removeItem(atPath: file)
    return text.split(separator: "\n").map(String.init)
  }

  private func write(_ name: String, _ script: String) throws {
    let file = "\(programs)/\(name)"
    try Data("#!/bin/bash\n\(script)\n".utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
  }
}
