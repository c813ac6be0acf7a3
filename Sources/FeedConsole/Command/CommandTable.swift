extension Command {
  /// The commands, in the order of the help.
  ///
  /// A line at the margin has the names of a command, words of other tools for it behind `~`, and
  /// behind a colon the syntax of its arguments. The line below it has the summary and, behind `>`,
  /// an example, which must run in a new session over the catalogue. More lines are shown by
  /// `help NAME` only. `=` begins a group.
  static let table = """
    = actions
    started start ~begin ~init ~go
      the feed is shown: load the first page > start
    itemAppeared appear a ~scroll ~see ~row ~down ~end ~last ~bottom: N | N..M | last
      the row at index N came into view > start; ok; appear 2; appear 7..9
      N is an index from 0. Where an ID is wanted, '@N' is the same row.
      'N..M' scrolls over the rows from N to M, 'last' means the last row.
    visible: N..M
      the rows from N to M are in view > start; ok; visible 0..4; visible 2..6
      Front ends that know their first and their last row report both.
    loadMore ~next ~more ~load ~fetch ~append ~page
      the next page is wanted, wherever the reader is > start; ok; loadMore
    refreshPulled refresh r ~pull ~reload
      the user pulled to refresh > start; ok; refresh
    invalidated
      the rows are known to be out of date > start; ok; invalidated
    reset
      the list is emptied, and the feed starts over > start; ok; reset
    stopped
      the list is emptied; nothing loads until it starts > start; ok; stopped; start
    retryTapped retry ~again: [refresh|append|prepend|gap]
      the user asked to retry what failed > start; fail 503; retry
    errorDismissed: [refresh|append|prepend|gap]
      the user has read what failed > start; fail 503; errorDismissed
    pageLoaded loaded: [ticket=N] [items=N|JSON] [next=CURSOR] [total=N] [page=JSON]
      a request was answered with a page made up here > start; loaded items=3 next=2 total=9
      'items=N' makes up N rows that occur nowhere else; 'ok' has the real ones.
      The oldest request is meant unless a ticket is given; it need not be pending.
    failed: [TICKET] [REASON]
      a request failed > start; failed 1 timeout
      Like 'fail', but the request need not be pending.
      \(reasons)
    cancelled: [TICKET]
      a request was stopped from outside > start; cancelled 1
      Like 'drop', but the request need not be pending.
    timerFired: TICKET
      a timer ran out > timerFired 3
    connectivityChanged: true|false
      the device went online or offline > connectivityChanged isOnline=false
    offline ~disconnect
      the device went offline > start; offline
    online ~connect
      the device is online again > offline; start; online
    restored: STEP | SNAPSHOT [age=SECONDS]
      a snapshot was read > start; ok; goto 0; restored 2 age=60
      The snapshot of the feed at a step of the history, or one as JSON.
    memoryWarning: N
      memory is short: keep about N rows > start; ok; memoryWarning keep=20
    gapTapped fill ~between: [GAP] [above|below]
      the user asked for the rows of a gap \
      > set gaps manual; start; ok; server insert 12 at 0; invalidated; ok; fill
      'screen' shows the gaps with their numbers; without one the first is meant.
      The rows that follow the one above it come, or those before the one below it.
    query ~search ~filter ~type: [TEXT | NAME=VALUE...]
      the user typed a query, or chose filters \
      > start; ok; query luke; advance 0.3s; screen; ok; query; submitted; ok
      The query is asked when a pause is over: 'advance 0.3s', or 'submitted'.
      The rows of the query before stay until its first page arrives, marked with ~.
      The catalogue takes a name; over an API a NAME is a parameter of the URL.
      Without a query: the whole list again.
    submitted ~submit ~enter
      the user asked for the query now > start; ok; query name=luke; submitted
    insert ~add ~new ~create: TITLE | ROW [at N]
      the user added a row, at the top or at index N > start; ok; insert Ada Lovelace at 2; ok
      ROW is JSON, {"name":"Ada"}. Without an id the row gets one that no other has.
      The edit is a request: 'ok' commits it, 'fail 2 403' refuses it.
    update ~edit ~change ~rename: ID FIELD=VALUE...
      the user changed fields of a row \
      > start; ok; update 4 name=Anakin; ok 2; update @0 name=Luke number=7
      '@N' instead of an ID is the row at index N. FIELD may lead inwards, like
      address.city. VALUE is JSON, or text; quotes make it text.
    remove ~delete ~rm: ID
      the user deleted a row, by its id or '@N' > start; ok; remove 4; remove @0
    editCommitted: [TICKET] [item=ROW]
      the server took an edit > start; ok; remove 4; editCommitted 2
      Like 'ok', but the edit need not be pending.
    editFailed: [TICKET] [REASON]
      an edit failed > start; ok; remove 4; editFailed 2 403
      Like 'fail', but the edit need not be pending.
      \(reasons)
    editRetried resend: [ID]
      the user wants an edit that failed to be sent again \
      > start; ok; remove 4; fail 2 403; editRetried 4
      Without the ID of a row: the edit that failed last.
    editDismissed dismiss: [ID]
      the user gave up an edit that failed > start; ok; remove 4; fail 2 403; dismiss
      Without the ID of a row: the edit that failed last.
    = requests
    pending p ~requests ~queue ~inflight
      what is pending, oldest first > start; pending
    ok o ~answer ~succeed ~success ~reply ~resolve ~commit: [ID] [items=N] [last]
      answer a request with its page, or commit an edit > start; ok; loadMore; ok 2 items=3 last
      Without an ID the oldest request or edit is meant.
      'items=N' cuts the page to N of its rows, 'last' says that no page follows.
    fail f ~error ~reject: [ID] [REASON] [after=DURATION]
      let a request or an edit fail > start; fail 503
      Without an ID the oldest one is meant.
      \(reasons)
    drop ~cancel ~abort ~stop: [ID]
      stop a request from outside; no answer, no failure > start; drop 1
    late: [ID]
      let the answer of an ended request still arrive > start; ok; appear 9; refresh; late 2
      For a request that was cancelled, failed or answered: the feed must ignore it.
      Without an ID the last one is meant, rather one without an answer.
    auto: on | off
      answer requests by themselves, or wait for 'ok' > auto on; start; appear last
      The catalogue answers at once. Over a URL requests are sent at once;
      their answers are taken in as they arrive at a prompt, and by 'settle'
      or 'ok' in a script.
    advance + ~wait ~sleep ~tick ~clock ~time: [DURATION] [hold]
      let time pass, and the timers in it fire > advance 2s; + 500ms
      Without a duration up to the next timer, or answer of a slow server.
      With 'hold' no timer fires; 'timerFired' fires one.
    settle ~finish ~all ~drain
      answer and let fire until nothing is pending > start; settle
      In the order of their numbers. Over a URL it waits for the answers.
    request ~curl ~body ~headers ~response: [ID] [curl | body | headers]
      an answer's fields or body, or a command for a shell > start; request 1 body
      'headers' are its status, time and fields, 'body' is what the server sent:
      an API that has not answered is asked now. 'curl' has no credentials; its
      '-H @FILE' is a file with the fields. The catalogue has bodies only.
      Without an ID the oldest request is meant, or the last that was answered.
    server ~world ~backend ~truth: [insert|delete|update|page-size|latency|from|\
    up|down|reset] [N] [at I]
      what the server has and the list lacks, or a change \
      > start; ok; server delete 3; appear 9; ok; server
      insert, delete, update N: rows come, go or change there, at index I, else 0.
      page-size N|none: rows in its pages.  latency 2s: an answer takes so long;
      'advance' brings it.  down, up: 'ok' fails like a server that is away.
      from I: the first page is the one with row I, so the list grows both ways.
      A change is a step, which 'undo' takes back.  'reset' takes back all of them.
    = time
    undo u ~back ~prev ~previous ~rewind: [N]
      go back one step, or N > start; ok; undo 2
      An action in the past begins a branch: no step is lost. See 'branches'.
    redo U ~forward: [N]
      go forward again one step, or N > start; ok; undo 2; redo; redo
    goto g ~jump ~step: N | -N | start | end
      go to a step, to the beginning, or to the last step > start; ok; goto 1; goto end
      '-N' goes N steps back. An action in the past begins a branch.
      Over a URL, requests of the past are sent only by 'ok' and 'settle'.
    branches ~branch ~tree ~forks
      all branches: what was done from a step in the past > start; ok; undo; fail 503; branches
    switch ~checkout: BRANCH
      go to the last step of another branch > start; ok; undo; fail 503; switch 1
    history h ~log ~steps: [--changes FIELD]
      all steps, or those that changed a field > start; ok; history --changes items
    = look
    state s ~print ~dump ~status: [PATH]
      all fields, or one, or a part like items.0.title > start; ok; state; state items.0.title
      'help conditions' says what the fields mean.
    items ls ~rows ~list: [N | N..M | last]
      the rows, or some of them > start; ok; items 0..2
    screen: [N]
      what the user sees now: rows, spinner, error, end \
      > start; ok; appear 9; fail 503; screen 6
      At most N rows of the list, 20 without a number, around the reader.
    choices c ~moves
      what can happen next, by the user and the network > start; choices; 1
      Lines that the feed would not ignore, and what follows from each.
      A line with the number of one runs it.
    why w ~explain ~reason: [ID | append | prepend | ACTION]
      why something loads or not, or would be ignored \
      > start; ok; appear 9; why; why 2; why appear 2
      With the number of a request or a timer: what started it.
      With an action: what it would do, or why it would be ignored.
    try t: ACTION
      what an action would do, without doing it > start; ok; try appear last
    = check
    expect ~assert ~check ~test ~verify: CONDITION | effect WORDS | no effect
      fail unless something is so > start; expect effect load; ok; expect items == 10
      'expect effect WORDS' and 'expect no effect' are about the last step.
      'effect load append' is an effect with these words in this order.
      A script whose check fails ends with 1. A file says at its end how many held.
      'help conditions' tells the rest.
    invariant: [CONDITION | none]
      a condition that must hold after every step > invariant items <= 100; start; ok
      A step that breaks it fails the line. 'explore' looks for a way to break it.
      Without a condition: those that were set. 'none' forgets them.
    explore ~prove ~fuzz: [MOVES]
      all that can happen within so many moves, checked > start; ok; explore 2
      All orders of what the user and the network can do next, 4 moves without a
      number, from this step on. If a law or an invariant breaks: the shortest way.
      ^C keeps what it has. Over an API the answers are made up from the pages seen.
    = meta
    help ? ~man ~commands: [TOPIC]
      all commands, or one of them, or a topic > help appear
    set ~config ~option ~options ~settings ~show: NAME VALUE
      change a setting; alone it shows all > set prefetch 3; set; start; ok; appear 6
      \(settings)
    open ~url ~source: URL | catalogue [OPTIONS]
      begin a session on another source instead \
      > start; ok; open catalogue --page-size 20; start; ok
      It takes the program's options for an API and its feed, as --page-size.
      In a script none that reads a file or sends something along, as --token.
      Header fields and credentials go along to the same scheme, host and port.
    live ~tui ~full ~fullscreen
      this session on the full screen of the terminal > live
      'q' leads back to the prompt, '?' lists the keys.
    run: FILE
      run the lines of a file > run /dev/null
      The first line that fails ends it. It may be somebody else's: it sends nothing
      of yours to another server, and names files beside it only.
    save ~export ~record: FILE [--force]
      write the steps as a script, a Swift test or a page > start; ok; save first.feed
      a.feed has a check after each step; 'run' names the first that differs.
      a.swift is a Swift Testing file with a FeedTester.
      a.html is a page to send: the steps, the screen at each, the requests.
      The present branch is saved, up to the current step, with secrets masked.
      A file that this session did not write is only replaced with '--force',
      and by a script none.
    quit exit q ~bye ~leave ~close: [CODE]
      leave, with an exit code from 0 to 255 > quit 0
    demo ~tour ~tutorial ~example ~examples: [NAME]
      a short story to watch, step by step > demo; demo drift
      \(demos)
    """

  private static let reasons = FailureReason.help.joined(separator: "\n  ")
  private static let settings = Setting.all.map(\.line).joined(separator: "\n  ")
  private static let demos = Demo.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n  ")
}
