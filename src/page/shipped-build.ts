import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBuild, ClientManifest } from './build-client'

/** Returns the one build that is inside the single file, which has no sources to compare it with. */
export async function readShippedBuild({ root }: { root: string }): Promise<ClientBuild> {
  const builds = join(root, 'dist/client')
  const folders = readdirSync(builds).map((name) => join(builds, name))
  const [folder = builds] = folders
  const manifest = (await Bun.file(join(folder, 'manifest.json')).json()) as ClientManifest
  return { manifest, folders }
}
