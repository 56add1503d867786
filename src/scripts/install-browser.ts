import { existsSync } from 'node:fs'
import { run } from './set-up'

export const chromiumPath = '/usr/bin/chromium'

/** Installs Debian's Chromium if permitted, else Playwright's own. */
export async function installBrowser() {
  if (existsSync(chromiumPath)) return
  if (Bun.which('apt-get') && process.getuid?.() === 0) {
    await run(['apt-get', 'update', '-qq'])
    await run(['apt-get', 'install', '-y', '-qq', 'chromium'], { environment: { DEBIAN_FRONTEND: 'noninteractive' } })
    return
  }
  await run([process.execPath, 'x', 'playwright', 'install', 'chromium'])
}
