import { join } from 'node:path'
import type { Log } from '../log'

const checkMs = 5_000

/**
 * SQLite maps each `-shm` file, and the operating system ends a process with SIGBUS when it reads a mapped page of a truncated
 * file. This handler replaces such a page and logs it, so that one company's file cannot end the process for all. Where it cannot
 * be installed (another system, no compiler) everything else works without it.
 */
export async function guardMappedFiles(log: Log) {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return
  try {
    const { cc } = await import('bun:ffi')
    const { symbols } = cc({
      source: join(import.meta.dir, 'bus-error-guard.c'),
      symbols: {
        installGuard: { args: [], returns: 'int' },
        countReplacedPages: { args: [], returns: 'int' },
      },
    })
    if (symbols.installGuard() !== 0) throw new Error('sigaction failed')
    logReplacedPages(symbols.countReplacedPages, log)
  } catch (error) {
    log.debug('A mapped file that is cut short will end the process', { error })
  }
}

function logReplacedPages(count: () => number, log: Log) {
  let logged = 0
  const check = () => {
    const replaced = count()
    if (replaced === logged) return
    logged = replaced
    log.error('A -shm file in the data folder was cut short by another program while it was open. Restart Recado.')
  }
  setInterval(check, checkMs).unref()
}
