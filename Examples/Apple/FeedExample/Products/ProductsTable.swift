// The products in UIKit.

#if os(iOS)
  import FeedEffects
  import FeedHTTP
  import FeedReducer
  import Foundation
  import SwiftUI
  import UIKit

  final class ProductsController: UITableViewController {
    private let store = FeedStore(source: products(at: URL("https://api.artic.edu/api/v1")))
    private var rows: ItemList<Product> = []

    override func viewDidLoad() {
      super.viewDidLoad()
      // The stream ends with the store, and the store with this table.
      Task { [weak self, states = store.states] in
        for await state in states { self?.show(state.items) }
      }
    }

    private func show(_ items: ItemList<Product>) {
      let change = items.difference(from: rows)
      tableView.performBatchUpdates { [self] in
        rows = items
        tableView.deleteRows(at: change.removals.map(Self.path), with: .automatic)
        tableView.insertRows(at: change.insertions.map(Self.path), with: .automatic)
        for move in change.moves {
          tableView.moveRow(at: Self.path(move.from), to: Self.path(move.to))
        }
      }
      tableView.reconfigureRows(at: change.updates.map(Self.path))
    }

    private static func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    override func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int {
      rows.count
    }

    override func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.textLabel?.text = rows[path.row].title
      return cell
    }

    override func tableView(
      _ table: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath
    ) {
      store.appeared(rows[path.row].id)
    }
  }

  struct ProductsTable: UIViewControllerRepresentable {
    func makeUIViewController(context: Context) -> ProductsController { ProductsController() }

    func updateUIViewController(_ table: ProductsController, context: Context) {}
  }
#endif
