import FeedConsole

Launch.main()
