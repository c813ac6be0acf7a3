// The module of a list: what it exports stands in List.
import List
