import { hasShell, systemBrowser } from '../testing/browser/system-browser'
import { installDebianPackage } from './install-debian-package'
import { run } from './set-up'

/** Installs the headless shell, in which browser tests take half as long, and the whole browser, which alone shows notices. */
export async function installBrowser() {
  if (hasShell() && systemBrowser(true)) return
  if (await installDebianPackage('chromium-headless-shell', 'chromium')) return
  if (systemBrowser(true)) console.log('Without chromium-headless-shell, browser tests run in Chromium and take longer')
  else await run([process.execPath, 'x', 'playwright', 'install', 'chromium'])
}
