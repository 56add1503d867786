import { runToEnd } from './set-up'

/** Returns whether all are installed now. It fails without the rights, and soon without the package registry. */
export async function installDebianPackage(...names: string[]) {
  if (!Bun.which('apt-get') || process.getuid?.() !== 0) return false
  const apt = (...words: string[]) =>
    runToEnd(['apt-get', '-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0', ...words], {
      environment: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  return (await apt('update')) === 0 && (await apt('install', '-y', ...names)) === 0
}
