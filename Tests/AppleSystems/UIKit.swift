// So much of UIKit as the app in Examples/Apple names: see Foundation.swift.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

@_exported public import Foundation
public import _Concurrency

extension IndexPath {
  public init(row: Int, section: Int)
  public var row: Int { get set }
}

@MainActor open class UIView: NSObject {
  deinit
}

@MainActor open class UILabel: UIView {
  open var text: String? { get set }
  deinit
}

@MainActor open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?)
  open var textLabel: UILabel? { get }
  deinit
}

@MainActor open class UITableView: UIView {
  public enum RowAnimation: Int, Sendable { case fade, none = 5, automatic = 100 }
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil)
  open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation)
  open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation)
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath)
  @available(iOS 15, tvOS 15, *)
  open func reconfigureRows(at indexPaths: [IndexPath])
  deinit
}

@MainActor open class UIViewController: NSObject {
  override public init()
  open func viewDidLoad()
  deinit
}

@MainActor open class UITableViewController: UIViewController {
  override public init()
  open var tableView: UITableView! { get set }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  open func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell
  open func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
  deinit
}
