import Testing
@testable import BoardStorage
