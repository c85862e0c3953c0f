import CLibrary

/// The standard input of a tool, written completely before the tool starts, so that neither process
/// waits for the other.
final class InputPipe {
  /// In bytes; what any system's pipe holds.
  private static let most = 16 << 10

  let reading: Int32

  init(_ text: String) throws(OperationError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.most else {
      throw OperationError(.toolEnded, "cannot create a pipe for \(bytes.count) bytes")
    }
    let ends = try PipeEnds()
    reading = ends.reading
    defer { close(ends.writing) }
    guard unsafe write(ends.writing, bytes, bytes.count) == bytes.count else {
      throw .lastCall("cannot write to a pipe")
    }
  }

  deinit {
    close(reading)
  }
}
