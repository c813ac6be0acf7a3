#if os(Linux)
  import FeedReducer
  import Testing
  import TestWatch

  @Suite("Allocations", .watched)
  struct AllocationTests {
    @Test func aRowThatIsIgnoredAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        var loop = Given.two
        loop.send(.itemAppeared(index: 1))
        let before = loop.state
        Tripwire.watch { for _ in 0..<100 { loop.send(.itemAppeared(index: 1)) } }
        #expect(loop.state == before, "it was ignored")
      }
    }

    @Test func aReaderWhoMovesWhereNothingLoadsAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        var loop = Given.two
        Tripwire.watch {
          for _ in 0..<100 {
            loop.send(.itemAppeared(index: 1))
            loop.send(.itemAppeared(index: 2))
            loop.send(.visible(range: 0..<3))
          }
        }
        #expect(loop.state.reader == 0..<3)
      }
    }

    @Test func aLoadAllocates() async {
      await #expect(processExitsWith: .exitCode(Tripwire.status)) {
        var loop = Given.two
        Tripwire.watch { loop.send(.loadMore) }
      }
    }
  }
#endif
