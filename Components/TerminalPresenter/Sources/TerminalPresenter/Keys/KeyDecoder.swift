import FlowKit

/// Turns the bytes of a terminal into keys, however they are split.
///
/// Escape sequences (ECMA-48, 5.4) that mean nothing here are swallowed whole, and bytes that are no
/// UTF-8 are dropped.
struct KeyDecoder: Sendable {
  private enum State: Sendable {
    case ground
    case text([UInt8], missing: Int)
    case escape
    case controlSequence([UInt8])
    /// One more byte belongs to the sequence: `ESC O x`, and the Linux console's `ESC [ [ x`.
    case lastByte(isApplicationKey: Bool)
    /// An operating-system command or another string, up to BEL or `ESC \`.
    case string(sawEscape: Bool)
    case paste([UInt8])
  }

  /// How much of one pasted text is kept; what goes beyond is dropped.
  static let longestPaste = 64 * 1024

  private var state = State.ground
  private var lastWasReturn = false

  /// Whether an escape sequence has begun that may also be the Escape key alone.
  ///
  /// When nothing follows for some 50 milliseconds the caller calls ``giveUpWaiting()``.
  var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Takes the next bytes and returns the keys that are complete with them.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { decode(byte, into: &keys) }
    return keys
  }

  /// Decides that what has begun will not be completed: an escape alone is the Escape key, anything
  /// else is dropped.
  mutating func giveUpWaiting() -> [Key] {
    guard isWaiting else { return [] }
    defer { state = .ground }
    if case .escape = state { return [.escape] }
    return []
  }

  private mutating func decode(_ byte: UInt8, into keys: inout [Key]) {
    switch state {
    case .ground:
      decodeGround(byte, into: &keys)
    case .text(let bytes, let missing):
      guard byte & 0xC0 == 0x80 else { return restart(with: byte, into: &keys) }
      if missing > 1 {
        state = .text(bytes + [byte], missing: missing - 1)
      } else {
        state = .ground
        // A control character of two bytes is no key that anyone presses.
        if let text = String(validating: bytes + [byte], as: UTF8.self), text == text.printable {
          keys += text.map(Key.character)
        }
      }
    case .escape:
      decodeEscape(byte, into: &keys)
    case .controlSequence(let bytes):
      decodeControlSequence(bytes, byte, into: &keys)
    case .lastByte(let isApplicationKey):
      guard byte >= 0x20 else { return restart(with: byte, into: &keys) }
      state = .ground
      if isApplicationKey, let key = EscapeSequence.applicationKey(byte) { keys.append(key) }
    case .string(let sawEscape):
      decodeString(byte, sawEscape: sawEscape, into: &keys)
    case .paste(var bytes):
      // Freed from the state first, so that the bytes are appended to in place.
      state = .ground
      decodePaste(&bytes, byte, into: &keys)
    }
  }

  private mutating func decodeGround(_ byte: UInt8, into keys: inout [Key]) {
    let followsReturn = lastWasReturn
    lastWasReturn = byte == 0x0D
    switch byte {
    case 0x1B: state = .escape
    // A line end of two bytes is one Enter.
    case 0x0A where followsReturn: break
    case 0x0A, 0x0D: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x00..<0x20:
      let letter = Character(Unicode.Scalar(byte + 0x40)).lowercased()
      keys.append(.control(Character(letter)))
    case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xDF: state = .text([byte], missing: 1)
    case 0xE0...0xEF: state = .text([byte], missing: 2)
    case 0xF0...0xF4: state = .text([byte], missing: 3)
    default: break
    }
  }

  private mutating func decodeEscape(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence([])
    case UInt8(ascii: "O"): state = .lastByte(isApplicationKey: true)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string(sawEscape: false)
    case 0x00..<0x20, 0x7F:
      keys.append(.escape)
      restart(with: byte, into: &keys)
    // Alt with a character, which means nothing here.
    default: state = .ground
    }
  }

  private mutating func decodeControlSequence(
    _ bytes: [UInt8],
    _ byte: UInt8,
    into keys: inout [Key]
  ) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty:
      state = .lastByte(isApplicationKey: false)
    case 0x20..<0x40:
      // No key has more than a few parameters; the rest is swallowed all the same.
      state = .controlSequence(bytes.count < 16 ? bytes + [byte] : bytes)
    case 0x40..<0x7F:
      state = .ground
      if EscapeSequence.beginsPaste(bytes, final: byte) {
        state = .paste([])
      } else if let key = EscapeSequence.key(bytes, final: byte) {
        keys.append(key)
      }
    default: restart(with: byte, into: &keys)
    }
  }

  private mutating func decodeString(_ byte: UInt8, sawEscape: Bool, into keys: inout [Key]) {
    switch byte {
    case 0x07: state = .ground
    case UInt8(ascii: "\\") where sawEscape: state = .ground
    case 0x1B: state = .string(sawEscape: true)
    case 0x03: restart(with: byte, into: &keys)
    default: state = .string(sawEscape: false)
    }
  }

  private mutating func decodePaste(_ bytes: inout [UInt8], _ byte: UInt8, into keys: inout [Key]) {
    // A lost end marker must not lock the person out.
    guard byte != 0x03 else { return restart(with: byte, into: &keys) }
    bytes.append(byte)
    if bytes.hasSuffix(EscapeSequence.pasteEnd) {
      bytes.removeLast(EscapeSequence.pasteEnd.count)
      keys.append(.paste(String(decoding: bytes.prefix(Self.longestPaste), as: UTF8.self)))
      return
    }
    if bytes.count > Self.longestPaste + EscapeSequence.pasteEnd.count {
      // Keeps the text's beginning and the bytes that may be the beginning of the end marker.
      bytes.remove(at: Self.longestPaste)
    }
    state = .paste(bytes)
  }

  private mutating func restart(with byte: UInt8, into keys: inout [Key]) {
    state = .ground
    lastWasReturn = false
    decodeGround(byte, into: &keys)
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}
