import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { errorCode } from '../kernel/errors'
import type { CommandCall } from './command'
import { type ControlAnswer, type ControlRequest, controlSocket } from './control-messages'

/** Undefined when no process answers there. */
export async function connectControl(dataDir: string): Promise<Socket | undefined> {
  const socket = connect(controlSocket(dataDir))
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return socket
  } catch (error) {
    if (/^(ENOENT|ECONNREFUSED)$/.test(errorCode(error))) return undefined
    throw error
  }
}

/** Returns the last answer. @param silentMsMax how long the process may take to its first line */
export async function askRunning(
  socket: Socket,
  request: ControlRequest,
  { progress, signal }: CommandCall,
  silentMsMax?: number,
): Promise<ControlAnswer | { silent: true }> {
  signal.addEventListener('abort', () => socket.destroy())
  socket.write(`${JSON.stringify(request)}\n`)
  let isSilent = false
  const giveUp = () => {
    isSilent = true
    socket.destroy()
  }
  const silence = silentMsMax === undefined ? undefined : setTimeout(giveUp, silentMsMax)
  for await (const line of createInterface({ input: socket })) {
    clearTimeout(silence)
    const answer = JSON.parse(line) as ControlAnswer
    if (!('progress' in answer)) return answer
    progress(answer.progress)
  }
  if (isSilent) return { silent: true }
  return { failed: 'Recado ended before it answered. Look at its log.' }
}
