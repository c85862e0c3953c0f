import Model
import SeededNumbers
import Testing

/// Whatever is done to an archive, it is taken or refused, and nothing traps.
struct ArchiveFuzzTests {
  private static let sample: [UInt8] = {
    var zip = Zip([
      .init("menu/", mode: 0o040755, []), .init("menu/Package.swift", [1, 2, 3]),
      .link("menu/link", to: "Package.swift"), .deflatedZeros("menu/zeros", repeats: 2),
    ])
    zip.entries[1].hasDescriptor = true
    zip.comment = [1, 2]
    return zip.bytes
  }()

  @Test func `each byte may be any other`() throws {
    #expect(refusal(Self.sample) == nil)
    for offset in Self.sample.indices {
      for byte in [0, 1, 0x7F, 0x80, 0xFF, Self.sample[offset] &+ 1] as [UInt8] {
        var bytes = Self.sample
        bytes[offset] = byte
        _ = refusal(bytes)
      }
    }
  }

  @Test func `parts may be cut out, doubled and put elsewhere`() {
    var numbers = SplitMix(seed: 15)
    for _ in 0..<5_000 {
      var bytes = Self.sample
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let start = Int.random(in: 0..<bytes.count, using: &numbers)
        let end = min(bytes.count, start + Int.random(in: 1...40, using: &numbers))
        let part = bytes[start..<end]
        if Bool.random(using: &numbers), part.count < bytes.count {
          bytes.removeSubrange(start..<end)
        } else {
          bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &numbers))
        }
      }
      _ = refusal(bytes)
    }
  }
}
