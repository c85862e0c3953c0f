import CLibFuzzer
import ArchiveUnpacking

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Unpacks any bytes as a zip archive, within small limits.
@main struct FuzzArchive {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        FuzzArchive.run(UnsafeBufferPointer(start: start, count: count))
        return 0
      }
    )
  }

  private static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    _ = try? UnpackedArchive(zip: bytes)
  }
}
