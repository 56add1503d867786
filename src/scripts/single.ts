import { join } from 'node:path'
import { installPackages, root } from './set-up'

await installPackages()
const { buildSingleFile } = await import('./single-file')
await buildSingleFile(process.argv[2] ?? join(root, 'dist', 'recado'))
