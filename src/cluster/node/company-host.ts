import type { FileTap } from '../../kernel/database/wal/wal-tap'

/** What the process does with companies that come and go. */
export interface CompanyHost {
  /** The file is in place and owned: open what belongs to it. */
  adopt(name: string): void
  /** Ends what writes and closes the file; resolves when it is closed. `next`: the node that gets it, if it is known. */
  release(name: string, next: string): Promise<void>
  /** The next node has it, or this one keeps it. */
  released?(name: string): void
  /** Another node owns it: the file may be closed, or thrown away, without a look at its content. */
  drop(name: string): Promise<void> | void
  /** Of an open file. */
  tapOf(name: string): { tap: FileTap; path: string } | undefined
}
