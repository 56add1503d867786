import { hasShell, systemBrowser } from '../testing/browser/system-browser'
import { run, runToEnd } from './set-up'

/** Installs the headless shell, also where Chromium is installed, with which browser tests take twice as long. */
export async function installBrowser() {
  if (hasShell() || (await installShell())) return
  if (systemBrowser()) console.log('Without chromium-headless-shell, browser tests run in Chromium and take longer')
  else await run([process.execPath, 'x', 'playwright', 'install', 'chromium'])
}

/** Returns whether it is installed now. It fails without the rights, and soon without the package registry. */
async function installShell() {
  if (!Bun.which('apt-get') || process.getuid?.() !== 0) return false
  const apt = (...words: string[]) =>
    runToEnd(['apt-get', '-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0', ...words], {
      environment: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  return (await apt('update')) === 0 && (await apt('install', '-y', 'chromium-headless-shell')) === 0
}
