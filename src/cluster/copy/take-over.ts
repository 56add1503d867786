import { existsSync } from 'node:fs'
import { continues, fingerprint, type WalPosition } from '../../kernel/database/wal/wal-tap'
import { LogGap, logBegin } from '../log/log-rule'
import { type TakenLog, takeLog } from '../log/take-log'
import type { Nats } from '../nats/connect-nats'
import { newestBase } from './bases'
import type { FileCopy } from './file-copy'

interface TakeOverOptions {
  nats: Nats
  name: string
  own: { node: string; epoch: number }
  /** Of this node; perhaps nothing yet. */
  copy: FileCopy
  path: string
  /** The position in SQLite's log at which this node last closed the file. */
  closed: WalPosition | undefined
}

export interface TakenOver {
  log: TakenLog
  /** Where the file is in the log. Undefined when it begins a chain. */
  position: WalPosition | undefined
}

/** Fences the owner before and puts the file in place as last acknowledged. The epoch must be claimed. @throws Fenced by a later epoch */
export async function takeOver(options: TakeOverOptions): Promise<TakenOver> {
  const { own, copy, path, closed } = options
  const log = await fence(options)
  // Nobody else has written since this node did: what it has beyond the log was committed, and may be acknowledged now.
  if (log.before.node === own.node && existsSync(path)) {
    const last = await copy.lastPosition(log.fence)
    const known = last && { ...last, closed: isSame(last, closed) ? closed?.closed : undefined }
    if (known && continues(path, known)) return { log, position: known }
  }
  const state = await copy.follow(log.fence)
  // No base: nothing was ever acknowledged.
  if (!state) return { log, position: undefined }
  await copy.placeAt(path)
  return { log, position: { ...state.position, closed: fingerprint(path) } }
}

async function fence({ nats, name, own, copy }: TakeOverOptions): Promise<TakenLog> {
  const begin = async () => (await newestBase(nats, name))?.cursor ?? logBegin
  try {
    return await takeLog(nats, name, (await copy.known())?.cursor ?? (await begin()), own)
  } catch (error) {
    if (!(error instanceof LogGap)) throw error
    // The copy is older than what the log has kept.
    await copy.remove()
    return takeLog(nats, name, await begin(), own)
  }
}

const isSame = (last: WalPosition, closed: WalPosition | undefined) =>
  closed !== undefined && last.chain === closed.chain && last.run === closed.run && last.frame === closed.frame
