import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dir, '..', '..')

/** Installs the locked packages if missing, with Bun only. @throws Error when the registry cannot be reached */
export async function installPackages() {
  const stamp = join(root, 'node_modules', '.recado-lock')
  const lock = Bun.hash(await Bun.file(join(root, 'bun.lock')).bytes()).toString(36)
  if (existsSync(stamp) && (await Bun.file(stamp).text()) === lock) return
  await run([process.execPath, 'install', '--frozen-lockfile'])
  await Bun.write(stamp, lock)
}

interface RunOptions {
  environment?: Record<string, string>
}

/** Runs a command with this terminal's input and output. @throws Error when it fails */
export async function run(command: string[], options: RunOptions = {}) {
  const code = await runToEnd(command, options)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`)
}

export async function runToEnd(command: string[], { environment = {} }: RunOptions = {}) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  const code = await child.exited
  for (const signal of signals) process.off(signal, pass)
  return code
}
