import Base
import Model

/// Reads any bytes as each of the registry's files, and what can be read back from its text.
enum FuzzJSON {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    _ = try? ManifestDocument(reading: bytes, file: "manifest.json")
    _ = try? ResolvedReleases(reading: bytes, file: "resolved.json")
    _ = try? ClientRegistries(reading: bytes, file: "registries.json")
    if let log = try? ReleaseLog(reading: bytes, file: "A.jsonl") {
      let again = try? ReleaseLog(reading: Array(log.text.utf8), file: "A.jsonl")
      precondition(again == log)
      // With a space before each line, the strict reader has them all.
      let strict = try? ReleaseLog(reading: spaced(bytes), file: "A.jsonl")
      precondition(strict == log)
    }
    if let value = try? JSONValue(reading: bytes, file: "a") {
      let again = try? JSONValue(reading: Array(value.compact.utf8), file: "a")
      precondition(again == value)
    }
  }

  private static func spaced(_ log: [UInt8]) -> [UInt8] {
    let lines = log.split(separator: 0x0A, omittingEmptySubsequences: false)
    return Array(lines.map { $0.isEmpty ? [] : [0x20] + $0 }.joined(separator: [0x0A]))
  }
}
