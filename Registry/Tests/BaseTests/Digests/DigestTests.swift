import Base
import Testing

/// The examples of FIPS 180-4, and bytes that come in pieces.
struct DigestTests {
  /// Texts of no block, a part of one, and two.
  static let texts = ["", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"]

  @Test(
    arguments: zip(
      texts,
      [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      ]
    )
  )
  func `SHA-256 is that of the standard`(_ text: String, _ digits: String) {
    #expect(Hexadecimal.text(SHA256.digest(of: Array(text.utf8))) == digits)
  }

  @Test(
    arguments: zip(
      texts,
      [
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      ]
    )
  )
  func `SHA-1 is that of the standard`(_ text: String, _ digits: String) {
    #expect(Hexadecimal.text(SHA1.digest(of: Array(text.utf8))) == digits)
  }

  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 130, 200])
  func `pieces have the digest of the whole`(_ end: Int) {
    let bytes = (0..<200).map { UInt8($0) }
    let (first, rest) = (Array(bytes[..<end]), Array(bytes[end...]))
    var hash = SHA256()
    hash.update(first)
    hash.update(rest)
    #expect(hash.finalize() == SHA256.digest(of: bytes))
    #expect(SHA1.digest(of: first, rest) == SHA1.digest(of: bytes))
  }

  @Test func `a copy of a running digest goes on by itself`() {
    var first = SHA256()
    first.update([1])
    var second = first
    second.update([2])
    #expect(first.finalize() == SHA256.digest(of: [1]))
    #expect(second.finalize() == SHA256.digest(of: [1, 2]))
  }

  @Test func `digits are read as they were written, and nothing else is`() {
    let bytes = (0...255).map { UInt8($0) }
    let text = Hexadecimal.text(bytes)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
    #expect(Hexadecimal.bytes(Substring(text)) == bytes)
    for wrong in ["0", "0g", "AB", "é"] { #expect(Hexadecimal.bytes(Substring(wrong)) == nil) }
  }
}
