import Testing
@testable import TaskBoard
