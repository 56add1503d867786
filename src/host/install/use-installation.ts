import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { errorCode } from '../../kernel/errors'
import { StartFailure } from '../../kernel/start-failure'
import { installed } from './installed-files'

/**
 * Makes what is typed at the terminal of a host work on the installed Recado: with its settings, on its data and as its user,
 * so that no file of the data belongs to root (`asRoot` stays root). Does nothing elsewhere, and for systemd, which names the data folder.
 * @throws StartFailure when the settings may not be read
 */
export function useInstallation({ asRoot = false } = {}) {
  const { execPath, env } = process
  if (env['DATA_DIR'] || !Bun.isStandaloneExecutable || !execPath.endsWith(installed.program)) return
  const root = execPath.slice(0, -installed.program.length)
  const settings = readSettings(join(root, installed.settings))
  if (!settings) return
  const dataDir = settings['DATA_DIR'] ?? join(root, installed.data)
  Object.assign(env, { ...settings, DATA_DIR: dataDir, ...env })
  if (asRoot || process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

function readSettings(path: string) {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new StartFailure(`${path} cannot be read (${errorCode(error)}). Run the command with sudo.`)
  }
}
