import { systemBrowser } from '../testing/browser/system-browser'
import { run } from './set-up'

export async function installBrowser() {
  if (systemBrowser()) return
  if (Bun.which('apt-get') && process.getuid?.() === 0) {
    await run(['apt-get', 'update', '-qq'])
    await run(['apt-get', 'install', '-y', '-qq', 'chromium-headless-shell'], {
      environment: { DEBIAN_FRONTEND: 'noninteractive' },
    })
    return
  }
  await run([process.execPath, 'x', 'playwright', 'install', 'chromium'])
}
