extension Command {
  /// The commands, in the order of the help.
  ///
  /// A line at the margin has the names of a command, words of other tools for it behind `~`, and
  /// behind a colon the syntax of its arguments. The line below it has the summary and, behind `>`, an
  /// example, which must run in a new session over the catalogue. More lines are shown by `help NAME`
  /// only. `=` begins a group.
  static let table = """
    = actions
    started start ~begin ~init ~go
      the feed is shown: load the first page > start
    itemAppeared appear a ~scroll ~see ~row ~down ~end ~last ~bottom: N | N..M | last
      the row at index N came into view > start; ok; appear 2; appear 7..9
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
    retryTapped retry ~again: [refresh|append|prepend]
      the user asked to retry what failed > start; fail 503; retry
    errorDismissed: [refresh|append|prepend]
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
    """

  private static let reasons = FailureReason.help.joined(separator: "\n  ")
}
