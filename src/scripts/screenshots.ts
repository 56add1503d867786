import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installBrowser } from './install-browser'
import { installPackages, root, run } from './set-up'

/** `npm run screenshots`: the README's pictures from the demo. Requires an emoji font, such as Debian's fonts-noto-color-emoji. */
await installPackages()
await installBrowser()
await run([process.execPath, `${root}/src/scripts/build.ts`], { environment: { NODE_ENV: 'production' } })
const { startDemo } = await import('../demo/start-demo')
const { takeScreenshots } = await import('../demo/take-screenshots')

const dataDir = mkdtempSync(join(tmpdir(), 'recado-screenshots-'))
const demo = await startDemo({ dataDir, port: 0, phonePort: 0, logLevel: 'error', onStep: console.log })
try {
  for await (const { name, bytes } of takeScreenshots(demo)) {
    const path = join('docs', 'pictures', `${name}.webp`)
    await Bun.write(join(root, path), bytes)
    console.log(`${path} (${Math.round(bytes.length / 1000)} kB)`)
  }
} finally {
  await demo.stop()
  rmSync(dataDir, { recursive: true })
}
