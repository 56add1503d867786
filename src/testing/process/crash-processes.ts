import { join } from 'node:path'

const here = import.meta.dir

interface Running {
  /** Kills it, like a power failure. */
  kill(): Promise<void>
}

interface RunningProduct extends Running {
  /** Ends the thread of its lines. */
  endThread(): void
}

const running = new Set<Running>()

function run(script: string, environment: Record<string, string>) {
  const child = Bun.spawn([process.execPath, join(here, script)], {
    env: { ...process.env, ...environment },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const process_: RunningProduct = {
    endThread: () => child.kill('SIGUSR2'),
    async kill() {
      running.delete(process_)
      child.kill('SIGKILL')
      await child.exited
    },
  }
  running.add(process_)
  return { ...process_, firstLine: firstLineOf(child.stdout) }
}

async function firstLineOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  const { value } = await reader.read()
  reader.releaseLock()
  return new TextDecoder().decode(value).trim()
}

/** Runs the product in a separate process; see `crash-child.ts`. `echo`: answers every message with its text. */
export const runProduct = (dataDir: string, whatsapp: { url: string; mediaUrl: string }, { echo = true } = {}) =>
  run('crash-child.ts', {
    ...(echo ? { CRASH_CHILD_ECHO: '1' } : {}),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    WHATSAPP_WEB_URL: whatsapp.url,
    WHATSAPP_MEDIA_URL: whatsapp.mediaUrl,
  })

export async function runWhatsAppServer(port: number, stateFile: string): Promise<Running> {
  const server = run('../services/whatsapp-server/serve.ts', {
    WHATSAPP_SERVER_PORT: String(port),
    WHATSAPP_SERVER_STATE: stateFile,
  })
  if (!(await server.firstLine)) throw new Error(`The WhatsApp server did not come up on port ${port}`)
  return server
}

/** Kills processes that a failed test left running. */
export const killAll = () => Promise.all([...running].map((process_) => process_.kill()))
