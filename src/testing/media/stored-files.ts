import { readdirSync } from 'node:fs'
import type { World } from '../world/world'

/** Returns the keys of a company's files on disk, and those that no record names. */
export function storedFiles(world: World, companyId = 1) {
  const { mediaFolder, sqlite } = world.ctx(companyId).company
  const months = readdirSync(mediaFolder)
  const keys = months.flatMap((month) => readdirSync(`${mediaFolder}/${month}`)).toSorted()
  const recorded = new Set(
    sqlite
      .query<{ key: string }, []>('SELECT key FROM media')
      .all()
      .map(({ key }) => key),
  )
  return { keys, unrecorded: keys.filter((key) => !recorded.has(key)) }
}
