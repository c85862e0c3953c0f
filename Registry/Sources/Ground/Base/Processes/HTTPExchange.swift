/// One request to a registry and its answer, carried by `curl`: the tool that most machines have,
/// with their proxies and certificates, so that no verb has to be linked with a client of its own.
///
/// All that it is told comes on standard input: a token on the command line is everybody's to see.
package struct HTTPExchange {
  /// The time to connect, and how long a transfer may make no progress, in seconds.
  private static let (connecting, idling) = (15, 60)
  /// The time for a message and its answer, in seconds.
  private static let posting = 10
  private static let mostRedirects = 5
  /// Exit statuses of `curl`: the other side closed the connection, or broke it off.
  private static let lost: Set<Int32> = [16, 18, 52, 55, 56, 92]
  private static let stalled: Int32 = 28
  /// The exit statuses of `curl` for a certificate that is not trusted, and for a file of
  /// ``authorities`` that cannot be read.
  private static let (untrusted, unreadable): (Int32, Int32) = (60, 77)
  /// The variable that names a file with the certificates, in PEM, of the authorities to trust in
  /// place of the system's.
  private static let authorities = "REGISTRY_CA_FILE"

  package let url: String
  /// The headers of the request as lines, such as `Accept: application/json`.
  package var headers: [String] = []
  /// The parts of a form to `PUT`, each with the file of its content; without any, the request is a
  /// `GET`.
  package var form: [(name: String, file: String, type: String)] = []

  /// The file of a message to `POST` instead, with its media type.
  package var content: (file: String, type: String)?

  /// The answer of the server, whatever its status.
  package struct Answer {
    /// The HTTP status code.
    package let status: Int
    /// The headers by their names in lower case.
    package let headers: [String: String]
    package let body: [UInt8]
  }

  /// The end of an exchange.
  package enum Outcome {
    case answer(Answer)
    /// A connection that was closed before there was a whole answer: the server may have taken the
    /// request.
    case lost(OperationError)
  }

  package init(url: String) {
    self.url = url
  }

  /// - Parameter folder: For its files, which none but this process may touch.
  package func run(in folder: String) throws -> Answer {
    switch try outcome(in: folder) {
    case .answer(let answer): return answer
    case .lost(let error): throw error
    }
  }

  /// - Parameter folder: For its files, which none but this process may touch.
  package func outcome(in folder: String) throws -> Outcome {
    let (body, head) = ("\(folder)/body", "\(folder)/head")
    for file in [body, head] { try LocalFile.remove(file) }
    // The first argument keeps the account's own configuration out.
    var curl = ToolProcess(
      program: "curl",
      arguments: ["-q", "--config", "-"],
      need: "which sends the requests to a registry"
    )
    curl.input = configuration(body: body, head: head)
    let outcome = try curl.run()
    let lines = try LocalFile.read(head).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let answer = Self.answer(lines, body: try LocalFile.read(body) ?? [])
    // A server may refuse what is sent before it has come, and close the connection.
    let isRefusal = !form.isEmpty && answer.map { $0.status >= 400 } == true
    guard outcome.status == 0 || isRefusal else {
      let error = OperationError(
        .unreachable,
        "cannot reach '\(url)': \(Self.complaint(outcome.output))",
        help: [Self.untrusted, Self.unreadable].contains(outcome.status)
          ? "name a PEM file with the certificate of its authority in \(Self.authorities)"
          : "check the URL and the network"
      )
      // Nothing moved for too long, after what was read before had come.
      let isStalled = outcome.status == Self.stalled && !form.isEmpty
      if isStalled || Self.lost.contains(outcome.status) { return .lost(error) }
      throw error
    }
    guard let answer else {
      throw OperationError(.unreachable, "'\(url)' gave no valid HTTP response")
    }
    return .answer(answer)
  }

  private func configuration(body: String, head: String) -> String {
    var options = [
      ("url", url), ("output", body), ("dump-header", head),
      ("connect-timeout", "\(Self.connecting)"), ("speed-time", "\(Self.idling)"),
      ("speed-limit", "1"), ("proto", "=http,https"),
    ]
    if let file = CurrentProcess.variable(Self.authorities), !file.isEmpty {
      options.append(("cacert", file))
    }
    options += headers.map { ("header", $0) }
    if let content {
      options += [("data-binary", "@\(content.file)"), ("max-time", "\(Self.posting)")]
      options += [("header", "Content-Type: \(content.type)")]
    } else if form.isEmpty {
      // To where it is kept, but never from what is encrypted to what is not.
      options += [("max-redirs", "\(Self.mostRedirects)")]
      options += [("proto-redir", url.hasPrefix("https:") ? "=https" : "=http,https")]
    } else {
      options += [("request", "PUT")]
      options += form.map { ("form", "\($0.name)=<\(Self.quoted($0.file));type=\($0.type)") }
    }
    let flags = ["silent", "show-error"] + (form.isEmpty && content == nil ? ["location"] : [])
    let lines = flags + options.map { "\($0) = \(Self.quoted($1))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// The tool's reason, without its own name and number.
  private static func complaint(_ output: String) -> String {
    let line =
      output.split(whereSeparator: \.isNewline).last { $0.hasPrefix("curl:") } ?? "no reason"
    return String(line.replacing(/^curl: (\([0-9]+\) )?/, with: ""))
  }

  /// The last answer of those that redirects and leave to go on have made several.
  static func answer(_ lines: String, body: [UInt8]) -> Answer? {
    var status: Int?
    var headers: [String: String] = [:]
    for line in lines.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("HTTP/") {
        status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        headers = [:]
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        headers[line[..<colon].lowercased()] = String(value)
      }
    }
    return status.map { Answer(status: $0, headers: headers, body: body) }
  }
}
