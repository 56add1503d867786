import type { FileTap } from '../../kernel/database/wal/wal-tap'

/** What the process does with companies that come and go. */
export interface CompanyHost {
  /** The file is in place and owned: open what belongs to it. */
  adopt(name: string): void
  /** Ends what writes and closes the file; resolves when it is closed. */
  release(name: string): Promise<void>
  /** Another node owns it: the file may be closed, or thrown away, without a look at its content. */
  drop(name: string): void
  /** Of an open file. */
  tapOf(name: string): { tap: FileTap; path: string } | undefined
}
