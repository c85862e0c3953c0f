import Testing
import HTTPClient

struct GreetingTests {
  @Test func `a greeting has the name in it`() {
    #expect(Greeting(to: "Ada").text == "Hello, Ada")
  }
}
