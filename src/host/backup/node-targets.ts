import type { BackupConfig } from '../../kernel/config/backup-config'
import type { CompanyId } from '../../kernel/ids'
import { openSink } from './open-sink'
import { listBases } from './repository'

/** In what the nodes share: each that has made a backup, by its name. */
const nodesFolder = 'nodes'

/** So that others find its backup, also when it is gone. */
export async function noteNode({ target, shared }: BackupConfig) {
  if (shared === undefined) return
  const node = target.slice(shared.length + 1)
  const sink = await openSink(shared)
  if (!(await sink.read(`${nodesFolder}/${node}`))) await sink.write(`${nodesFolder}/${node}`, node)
}

/** Where this host's backups are: its own first, then those of the other nodes. */
export async function listTargets({ target, shared }: BackupConfig): Promise<string[]> {
  if (shared === undefined) return [target]
  const nodes = await (await openSink(shared)).list(nodesFolder)
  return [...new Set([target, ...nodes.map(({ path }) => `${shared}/${path.slice(nodesFolder.length + 1)}`)])]
}

/** Where a company has its newest copy up to then; a company that moves leaves copies with several nodes. */
export async function targetOf(backup: BackupConfig, id: CompanyId, atMs = Number.POSITIVE_INFINITY) {
  let found = { target: backup.target, copiedAtMs: Number.NEGATIVE_INFINITY }
  for (const target of await listTargets(backup)) {
    const bases = await listBases(await openSink(target), String(id))
    const copiedAtMs = bases.findLast((base) => base.atMs <= atMs)?.atMs
    if (copiedAtMs !== undefined && copiedAtMs > found.copiedAtMs) found = { target, copiedAtMs }
  }
  return found.target
}
