// The parameters of the URL for the page and for the number of rows.
extension Detection {
  func findNames(_ style: inout PagingStyle, in list: RowList) {
    let pages = ["page", "p", "pg", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage"]
    let sizes = [
      "perpage", "pagesize", "size", "limit", "count", "pagelimit", "itemsperpage", "maxresults",
      "take", "rows", "n", "first",
    ]
    func name(_ names: [String]) -> String? {
      url.parameters.first { names.contains(Leaf.normalized($0.name)) && Int($0.value) != nil }?
        .name
    }
    style.pageName =
      given.pageName.map { pages.contains(Leaf.normalized($0)) ? $0 : nil } ?? name(pages)
    style.sizeName = given.sizeName ?? name(sizes)
    if let size = style.sizeName.flatMap({ url.parameter($0) }).flatMap(Int.init), size > 0 {
      style.pageSize = size
      style.notes.append("\(size) rows a page: the URL says so")
    } else if !list.rows.isEmpty {
      style.pageSize = list.rows.count
      style.notes.append("\(list.rows.count) rows a page: as many came")
    }
  }
}
