import { dirname } from 'node:path'
import { productCommand } from './product-command'

export type MainProcess = ReturnType<typeof startMain>

interface StartOptions {
  /** A single file, started in its folder and without this process's environment. */
  alone?: string
  /** Not the single file that `RECADO_FILE` names. */
  sources?: boolean
}

/** Starts the product like a host, on a free port unless one is named. */
export function startMain(
  dataDir: string,
  environment: Record<string, string> = {},
  { alone, sources }: StartOptions = {},
) {
  const child = Bun.spawn(alone ? [alone] : productCommand({ sources }), {
    cwd: alone && dirname(alone),
    env: {
      ...(alone ? { PATH: '' } : { ...process.env, NODE_ENV: 'production' }),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child.stdout)
  const errors = collect(child.stderr)

  return {
    pid: child.pid,
    exited: child.exited,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    output: () => output.text,
    errors: () => errors.text,
    /** Resolves with the output once it matches. @throws Error when the process ended before */
    async printed(pattern: RegExp) {
      await output.until(pattern)
      if (pattern.test(output.text)) return output.text
      throw new Error(`It ended before it said ${pattern}: ${output.text}${errors.text}`)
    },
    /** The same for its log. */
    async logged(pattern: RegExp) {
      await errors.until(pattern)
      if (pattern.test(errors.text)) return errors.text
      throw new Error(`It ended before it logged ${pattern}: ${output.text}${errors.text}`)
    },
    async address() {
      const output = await this.printed(/answers at \S+\n/)
      return /answers at (\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1') ?? ''
    },
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
  }
}

function collect(stream: ReadableStream<Uint8Array>) {
  const state = { text: '', ended: false }
  let wake = Promise.withResolvers<void>()
  void (async () => {
    const decoder = new TextDecoder()
    for await (const part of stream) {
      state.text += decoder.decode(part, { stream: true })
      wake.resolve()
      wake = Promise.withResolvers()
    }
    state.ended = true
    wake.resolve()
  })()
  return {
    get text() {
      return state.text
    },
    /** Resolves when the text matches or the stream has ended. */
    async until(pattern: RegExp) {
      while (!pattern.test(state.text) && !state.ended) await wake.promise
    },
  }
}

export function signIn(address: string, email: string, password: string, newPassword?: string) {
  return fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, newPassword }),
  })
}
