import ArgumentParser


@main
struct PMD: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pmd", abstract: "Plain-text tasks on a board that syncs", version: "0.1.0")
}
