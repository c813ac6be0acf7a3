// Support for tests: starts the server that lies beside this file.
