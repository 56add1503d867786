import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import type { Platform } from '../platform/platform'
import { version } from '../version'
import type { Command, Progress } from './command'
import { type ControlAnswer, ControlRequest, controlSocket } from './control-messages'
import { runOnPlatform } from './run-on-platform'

/** Only the user who runs Recado may connect. Call it while the folder's lock is held. */
export function serveControl(platform: Platform, commands: readonly Command[]) {
  const path = controlSocket(platform.config.dataDir)
  const connected = new Set<Socket>()
  const server = createServer((socket) => {
    connected.add(socket)
    answerOne(platform, commands, socket)
    socket.once('close', () => connected.delete(socket))
  })
  server.on('error', (error) =>
    platform.log.warn(`${path} cannot be opened: commands work only while Recado is stopped`, { error }),
  )
  // Left behind by a killed process.
  rmSync(path, { force: true })
  const umask = process.umask(0o177)
  server.listen(path, () => chmodSync(path, 0o600))
  process.umask(umask)
  return {
    stop() {
      server.close()
      for (const socket of connected) socket.destroy()
      rmSync(path, { force: true })
    },
  }
}

/** A connection is good for one command; closing it ends the command. */
function answerOne(platform: Platform, commands: readonly Command[], socket: Socket) {
  const ending = new AbortController()
  const say = (answer: ControlAnswer) => socket.write(`${JSON.stringify(answer)}\n`)
  socket.on('error', () => ending.abort())
  socket.on('close', () => ending.abort())
  const lines = createInterface({ input: socket })
  // It repeats the socket's errors, such as of a terminal that was closed.
  lines.on('error', () => ending.abort())
  lines.once('line', (line) => {
    const end = (answer: ControlAnswer) => socket.end(`${JSON.stringify(answer)}\n`)
    const asked = readRequest(line)
    const command = commands.find(({ words, runs }) => words === asked?.command && runs === 'host')
    if (!asked || !command) return end({ refused: `The running Recado ${version} does not know this command.` })
    const options = v.safeParse(command.options, asTyped(asked.options))
    if (!options.success) return end({ refused: `The running Recado ${version} does not take these options.` })
    const call = { progress: (progress: Progress) => void say({ progress }), signal: ending.signal }
    void runOnPlatform(platform, command, options.output as object, call).then(end)
  })
}

/** The terminal has parsed them: a number was a text there. */
function asTyped(options: unknown) {
  if (typeof options !== 'object' || options === null) return options
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
}

function readRequest(line: string) {
  try {
    return v.parse(ControlRequest, JSON.parse(line))
  } catch {
    return undefined
  }
}
