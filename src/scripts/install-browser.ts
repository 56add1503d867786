import { hasShell, systemBrowser } from '../testing/browser/system-browser'
import { installDebianPackage } from './install-debian-package'
import { run } from './set-up'

/** Installs the headless shell, also where Chromium is installed, with which browser tests take twice as long. */
export async function installBrowser() {
  if (hasShell() || (await installDebianPackage('chromium-headless-shell'))) return
  if (systemBrowser()) console.log('Without chromium-headless-shell, browser tests run in Chromium and take longer')
  else await run([process.execPath, 'x', 'playwright', 'install', 'chromium'])
}
