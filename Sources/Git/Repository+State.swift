import Clibgit2

extension Repository {
    /// What a person has begun in git in this work tree and not finished; nil
    /// where commits may be made.
    package var operationInProgress: Operation? {
        switch git_repository_state_t(UInt32(bitPattern: git_repository_state(pointer))) {
        case GIT_REPOSITORY_STATE_MERGE: .merge
        case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .revert
        case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPick
        case GIT_REPOSITORY_STATE_BISECT: .bisect
        case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
            GIT_REPOSITORY_STATE_REBASE_MERGE:
            .rebase
        case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
            .applyMailbox
        default: nil
        }
    }

    /// True for a linked work tree of another repository.
    package var isLinkedWorktree: Bool { gitDirectory != commonDirectory }
}
