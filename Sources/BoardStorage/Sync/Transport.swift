import Git
import TaskBoard

enum FetchOutcome: Equatable { case head(ObjectID), noBranch }
enum PushOutcome: Equatable { case pushed, lostRace }

struct Transport {
    init(
        _ git: Repository, _ target: SyncTarget, _ transfer: TransferSettings,
        _ settings: BoardSettings
    ) {}
    func fetch() throws -> FetchOutcome { .noBranch }
    func push(_ head: ObjectID, expecting: ObjectID?) throws -> PushOutcome { .pushed }
}
