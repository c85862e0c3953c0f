// The part of CryptoKit that this repository uses.
import Foundation

public protocol Digest: Sequence, Hashable, Sendable where Element == UInt8 {}

public protocol HashFunction: Sendable {
  associatedtype Digest: CryptoKit.Digest
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Digest
}

extension HashFunction {
  public static func hash(data: some DataProtocol) -> Digest { Self().finalize() }
  public mutating func update(data: some DataProtocol) {}
}

public struct SHA256Digest: Digest {
  public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
}

public struct SHA256: HashFunction {
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
}

public struct SymmetricKey: Sendable {
  public init(data: some ContiguousBytes) {}
}

public struct HashedAuthenticationCode<H: HashFunction>: Sequence, Sendable {
  public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
}

public struct HMAC<H: HashFunction>: Sendable {
  public static func authenticationCode(
    for data: some DataProtocol,
    using key: SymmetricKey
  ) -> HashedAuthenticationCode<H> { HashedAuthenticationCode() }
}

public enum Insecure: Sendable {
  public struct SHA1Digest: Digest {
    public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
  }

  public struct SHA1: HashFunction {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA1Digest { SHA1Digest() }
  }
}
