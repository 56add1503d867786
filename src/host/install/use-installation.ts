import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { errorCode } from '../../kernel/errors'
import { StartFailure } from '../../kernel/start-failure'
import { installed } from './installed-files'

/**
 * Makes what is typed at a host's terminal work on the installed Recado: its settings, its data and its user, so that root owns no data
 * (`asRoot` stays root). Does nothing elsewhere, nor for systemd. @throws StartFailure when the settings may not be read
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
