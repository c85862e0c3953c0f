import CLibFuzzer
import Versioning

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads any text as a version and as a requirement, and both back from their own text.
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
    if let requirement = try? VersionRequirement(text) {
      let again = try? VersionRequirement("\(requirement)")
      precondition(again == requirement)
    }
    _ = try? ComponentName(text)
    _ = Suggestion.nearest(to: text, in: ["ChefSourcing", "Payments"])
  }
}
