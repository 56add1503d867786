import type { CompanyId } from '../../kernel/ids'
import type { ErasedPart } from '../../platform/platform'
import { mediaIndexPath } from './backup-work'
import { openSink } from './open-sink'

/** Deletes what the configured backup has of a company. Copies elsewhere are the host's. */
export async function eraseBackups(target: string, id: CompanyId): Promise<ErasedPart[]> {
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
