import PaymentsInterface
import ProgramTesting
import Testing

/// The app's payment store against the component's own, on the same random commands.
///
/// The component's tests hold its own store against a model in ten thousand sequences; here as many
/// run as fit into some seconds of a disk's time.
struct PaymentStoreModelTests {
  @Test(arguments: 0..<2)
  func `random commands of several processes are answered alike`(block: Int) async throws {
    let sequences = 100
    let folder = try ScratchFolder()
    let media = Medium.allCases.map { $0.payments(in: folder) }
    // One process stays to the end, so that the file is not closed in between.
    let observers = try media.map { try $0.start().store }

    for sequence in 0..<sequences {
      var generator = PaymentCommandGenerator(sequence: block * sequences + sequence)
      var processes = try media.map { medium in try (0..<2).map { _ in try medium.start() } }
      for _ in 0..<20 {
        let place = generator.choose(below: 2)
        if generator.choose(below: 12) == 0 {
          for index in media.indices {
            try processes[index][place].kill()
            processes[index][place] = try media[index].start()
          }
        }
        let command = try generator.next()
        try await expectSame(command, processes.map { $0[place].store })
      }
      for process in processes.joined() { try process.kill() }
      for command in generator.settling { try await expectSame(command, observers) }
      try await expectSame(.unfinished, observers)
    }

    #expect(try await observers[1].entries() == observers[0].entries())
  }

  private func expectSame(_ command: PaymentCommand, _ stores: [any PaymentStore]) async throws {
    let expected = try await command.run(on: stores[0])
    let answer = try await command.run(on: stores[1])
    #expect(answer == expected, "\(command)")
  }
}
