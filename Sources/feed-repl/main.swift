print("feed-repl")
