import type { BackupConfig } from '../../kernel/config/backup-config'
import type { CompanyId } from '../../kernel/ids'
import type { ErasedPart } from '../../platform/platform'
import { mediaIndexPath } from './backup-work'
import { listTargets } from './node-targets'
import { openSink } from './open-sink'

/** Deletes what the configured backup has of a company, also those of other nodes. Copies elsewhere are the host's. */
export async function eraseBackups(backup: BackupConfig, id: CompanyId): Promise<ErasedPart[]> {
  const parts: ErasedPart[] = []
  for (const target of await listTargets(backup)) parts.push(...(await eraseFrom(target, id)))
  return parts
}

async function eraseFrom(target: string, id: CompanyId) {
  const sink = await openSink(target)
  const parts: ErasedPart[] = []
  for (const folder of [`bases/${id}`, `log/${id}`, `media/${id}`]) {
    const files = await sink.list(folder)
    for (const { path } of files) await sink.remove(path)
    if (files.length === 0) continue
    parts.push({
      place: `${target}/${folder}`,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    })
  }
  await sink.remove(mediaIndexPath(id))
  return parts
}
