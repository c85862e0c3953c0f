import Foundation
import ProgramTesting
import Testing

/// `kitchen board` as a browser meets it, with its script or without.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct BoardTests {
  @Test func `the link opens the board, and its token stays out of the address`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    #expect(board.link.hasPrefix("http://127.0.0.1:\(board.port)/?token="))
    let opened = try await BrowserConnection(board.port).answer(
      to: BrowserRequest(
        "GET",
        String(board.link.trimmingPrefix(/http:..[^\/]*/)),
        port: board.port
      )
    )
    #expect(opened.status == 303)
    #expect(opened.headers["location"] == "/")
    #expect(opened.headers["set-cookie"]?.hasSuffix("; Path=/; HttpOnly; SameSite=Lax") == true)
    let page = try await board.send("GET", "/")
    #expect(page.status == 200)
    #expect(page.body.contains("id=\"order-\(id)\""))
    #expect(!page.body.contains(board.cookie.split(separator: "=")[1]))
  }

  @Test func `a page brings nothing from elsewhere, and runs nothing but its own script`()
    async throws
  {
    _ = try await paidOrder()
    let board = try await BoardProgram()
    let page = try await board.send("GET", "/")
    #expect(
      page.headers["content-security-policy"] == """
        default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'self'; \
        frame-ancestors 'none'; img-src 'self'; script-src 'self'; style-src 'self'
        """
    )
    #expect(page.headers["cache-control"] == "no-store")
    #expect(page.headers["x-content-type-options"] == "nosniff")
    #expect(!page.body.contains("://"))
    #expect(page.body.matches(of: /<script[^>]*>(.*?)<\/script>/).map(\.1) == [""])
    #expect(page.body.firstMatch(of: /<[^>]* (style|on[a-z]+)=/) == nil)
    let types = [
      "board.css": "text/css", "board.js": "text/javascript", "icon.svg": "image/svg+xml",
    ]
    for (file, type) in types {
      let answer = try await board.send("GET", "/\(file)")
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"]?.hasPrefix(type) == true)
    }
  }

  @Test(arguments: ["/", "/?token=", "/?token=0187iz0vah3lm19z1lkb0toizh", "/events", "/orders"])
  func `the board shows nothing without its token`(target: String) async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    for cookie in [nil, "kitchen-board-\(board.port)=", board.cookie + "x", "a=b; c"] {
      let answer = try await board.send("GET", target) { $0.headers["Cookie"] = cookie }
      #expect(answer.status == 403)
      #expect(answer.body.contains("This board opens by its link only"))
      #expect(!answer.body.contains(id))
    }
    let step = try await board.send("POST", "/steps", form: ["order": id, "step": "cook"]) {
      $0.headers["Cookie"] = nil
    }
    #expect(step.status == 403)
    let order = try await kitchen("orders --json").result("orders", [Ticket].self)[0]
    #expect(order.status == "chef-assigned")
  }

  @Test func `a page elsewhere can neither read the board nor take a step`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    for host in ["kitchen.example:\(board.port)", "127.0.0.1.example", "localhost:1:2", ""] {
      #expect(try await board.send("GET", "/") { $0.headers["Host"] = host }.status == 403)
    }
    let byName = try await board.send("GET", "/") {
      $0.headers["Host"] = "localhost:\(board.port)"
    }
    #expect(byName.status == 200)
    let form = ["order": id, "step": "cook"]
    for origin in [nil, "null", "http://kitchen.example", "http://127.0.0.1:1"] {
      let answer = try await board.send("POST", "/steps", form: form) {
        $0.headers["Origin"] = origin
      }
      #expect(answer.status == 403)
    }
    let order = try await kitchen("orders --json").result("orders", [Ticket].self)[0]
    #expect(order.status == "chef-assigned")
  }

  @Test func `each step is one button, and leads back to the order`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    for step in ["cook", "hand-over", "deliver"] {
      let answer = try await board.press(step, of: id)
      #expect(answer.status == 303)
      #expect(answer.headers["location"] == "/#order-\(id)")
    }
    #expect(try await orders().map(\.status) == ["delivered"])
    #expect(try await !board.send("GET", "/").body.contains(id))
  }

  @Test func `the first event brings the page as it is, so that no button is exchanged`()
    async throws
  {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    let event = try await board.follow().expect(id)
    let content = event.components(separatedBy: "data: ").dropFirst().joined()
    let page = try await board.send("GET", "/").body
    #expect(page.contains(content.trimmingCharacters(in: .newlines)))
  }

  @Test func `an offer is accepted, declined or given up by buttons`() async throws {
    let board = try await BoardProgram()
    let offered = try await OfferedOrder()
    #expect(try await board.press("decline", of: offered.id).status == 303)
    try await kitchenSees(offered.id, "offered")
    #expect(try await board.press("accept", of: offered.id).status == 303)
    try await kitchenSees(offered.id, "chef-assigned")
    #expect(try await board.press("cancel", of: offered.id).status == 303)
    #expect(try await offered.meal.value.status == 14)
    #expect(try await orders().map(\.status) == ["cancelled"])
  }

  @Test func `a board of one kitchen shows its orders alone`() async throws {
    let id = try await paidOrder()
    let chef = try await kitchen("orders --json").result("orders", [Ticket].self)[0].chef.id
    let own = try await BoardProgram("--kitchen", chef)
    #expect(try await own.send("GET", "/").body.contains("order-\(id)"))
    let other = try await BoardProgram("--kitchen", "mai-srisai")
    #expect(try await !other.send("GET", "/").body.contains("order-\(id)"))
    #expect(try await other.send("GET", "/").body.contains("Orders for Mai Srisai"))
  }

  @Test func `a step that another program took first is refused with one line`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    #expect(try await kitchen("cook \(id)").status == 0)
    let line = "is cooking and cannot be cooked now"
    let refused = try await board.take("cook", of: id)
    #expect(refused.status == 303)
    let notice = try #require(refused.headers["location"])
    #expect(notice.hasPrefix("/?notice="))
    #expect(try await board.send("GET", notice).body.contains(line))
    // Reloading the page shows the board alone.
    #expect(try await !board.send("GET", notice).body.contains(line))
    let script = try await board.send("POST", "/steps", form: ["order": id, "step": "cook"]) {
      $0.headers["Accept"] = "application/json"
    }
    #expect(script.status == 409)
    #expect(script.body.contains("is cooking and cannot be cooked now"))
  }

  @Test func `a meal whose customer has cancelled is not handed over`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    _ = try await board.press("cook", of: id)
    #expect(try await cookr("cancel \(id) --yes").status == 0)
    let refused = try await board.take("hand-over", of: id)
    let page = try await board.send("GET", try #require(refused.headers["location"]))
    #expect(page.body.contains("is cancelled and cannot be handed over now"))
    #expect(!page.body.contains("order-\(id)"))
    #expect(page.body.contains("Order \(id) was cancelled at "))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the board at once, whoever follows it`(signal: Int32) async throws {
    let board = try await BoardProgram()
    let follower = try await board.follow()
    try await follower.expect("class=\"columns\"")
    #expect(try await board.end(by: signal) == 0)
  }

  @Test func `a port that another program has is said`() async throws {
    let board = try await BoardProgram()
    try await kitchen("board --port \(board.port)").fails(
      15,
      "cannot listen on port \(board.port): Address already in use",
      help: "choose another with '--port', or leave it out for a free one"
    )
  }

  @Test func `requests that no page makes are refused in words`() async throws {
    let board = try await BoardProgram()
    #expect(try await board.send("GET", "/orders").status == 404)
    #expect(try await board.send("GET", "/steps").headers["allow"] == "POST")
    #expect(try await board.send("POST", "/").headers["allow"] == "GET")
    #expect(try await board.send("POST", "/board.css").headers["allow"] == "GET")
    let form = ["order": "A-17", "step": "eat"]
    #expect(try await board.send("POST", "/steps", form: form).status == 400)
    let long = ["order": String(repeating: "A", count: 5000)]
    #expect(try await board.send("POST", "/steps", form: long).status == 413)
    for order in ["A-17", "%00", "%3Cb%3E", String(repeating: "A", count: 100)] {
      let unknown = try await board.take("accept", of: order)
      #expect(unknown.headers["location"]?.hasPrefix("/?notice=") == true)
    }
  }
}
