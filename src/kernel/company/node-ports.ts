import type { WalArchive } from '../database/wal/wal-tap'
import type { Forward } from '../http/forward'
import type { OutputGate } from './output-gate'
import type { Ownership } from './ownership'

/** What a process needs to share its companies with other nodes. Without them it serves all companies alone. */
export interface NodePorts {
  ownership: Ownership
  gate: OutputGate
  log: WalArchive
  forward: Forward
  /** Resolves when what this node wrote to the catalog is safe; undefined if it already is. */
  settled(): Promise<void> | undefined
  /** Whether another node sent it, whose `X-Forwarded-*` headers hold what it verified. */
  isFromNode(request: Request): boolean
}
