import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('a second product on the same port says so and ends', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'recado-main-'))
  const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('taken'), reusePort: true })
  try {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts')], {
      env: {
        ...process.env,
        ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(other.port), DATA_DIR: dataDir },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(await child.exited).toBe(1)
    expect(await new Response(child.stderr).text()).toContain(
      `Port ${other.port} is in use by another program; set PORT`,
    )
    expect(await new Response(child.stdout).text()).not.toContain('answers at')
  } finally {
    await other.stop(true)
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 30_000)
