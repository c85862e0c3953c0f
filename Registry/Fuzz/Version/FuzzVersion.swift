import CLibFuzzer
import Versions

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads any text as a version, which its own text has to be.
@main struct FuzzVersion {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        FuzzVersion.run(UnsafeBufferPointer(start: start, count: count))
        return 0
      }
    )
  }

  private static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: input, as: UTF8.self)
    if let version = try? SemanticVersion(text) {
      precondition("\(version)" == text)
      precondition(version == version && !(version < version))
    }
    _ = try? ComponentName(text)
    _ = Suggestion.nearest(to: text, in: ["ChefSourcing", "Payments"])
  }
}
