/// Where in a column a moved task goes.
package enum Place: Sendable {
    case top
    case bottom
    case before(TaskItem)
    case after(TaskItem)
}
