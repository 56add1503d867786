import { join } from 'node:path'
import type { Measured } from './loop-meter'

const root = join(import.meta.dir, '../../../..')

export type CapacityBox = Awaited<ReturnType<typeof startCapacityBox>>

/** Starts the product, a WhatsApp server, and a receiver of webhooks and bots' questions, each in its own process. */
export async function startCapacityBox(dataDir: string) {
  const receiver = spawn(join(import.meta.dir, 'capacity-receiver.ts'))
  const receiverAddress = `127.0.0.1:${await lineOf(receiver.stdout, /^\d+$/)}`
  const whatsapp = spawn('src/testing/services/whatsapp-server/serve.ts', { WHATSAPP_SERVER_PORT: '0' })
  const { url, mediaUrl } = JSON.parse(await lineOf(whatsapp.stdout, /^\{.*\}$/)) as Record<string, string>
  const waiting: ((answer: unknown) => void)[] = []
  const product = Bun.spawn(
    [process.execPath, '--preload', join(import.meta.dir, 'preload-loop-meter.ts'), 'src/main.ts'],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'error',
        WHATSAPP_WEB_URL: url,
        WHATSAPP_MEDIA_URL: mediaUrl,
        OUTGOING_ALLOW: receiverAddress,
        PUBLIC_URL: '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      ipc: (message: unknown) => waiting.shift()?.(message),
    },
  )
  const port = (await lineOf(product.stdout, /answers at \S+:\d+$/)).match(/:(\d+)$/)?.[1]
  const ask = <Answer>(command: object) => {
    const answer = new Promise<unknown>((resolve) => waiting.push(resolve))
    product.send(command)
    return answer as Promise<Answer>
  }
  const control = new URL('/control/', String(url).replace(/^ws/, 'http'))
  return {
    url: `http://127.0.0.1:${port}`,
    receiverUrl: `http://${receiverAddress}`,
    liveUrl: `ws://127.0.0.1:${port}/live`,
    async whatsapp<Answer>(command: string, body: object): Promise<Answer> {
      const answer = await fetch(new URL(command, control), { method: 'POST', body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${command} was answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Answer
    },
    measure: () => ask<Measured>({ measure: true }),
    /** Begins to take samples of the product's main thread, and the second time writes them to the file. */
    profile: (file: string) => ask<true>({ profile: file }),
    async rssMegabytes() {
      const status = await Bun.file(`/proc/${product.pid}/status`).text()
      return Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024
    },
    async stop() {
      product.kill('SIGTERM')
      await product.exited
      whatsapp.kill('SIGTERM')
      await whatsapp.exited
      receiver.kill()
      await receiver.exited
    },
  }
}

function spawn(script: string, env: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, script], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Returns the first matching line. The rest is read and dropped, so that the process never blocks on its output. */
async function lineOf(output: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  const reader = output.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`The process ended before it was ready\n${text}`)
    text += decoder.decode(value, { stream: true })
    const line = text.split('\n').find((one) => pattern.test(one.trim()))
    if (line === undefined) continue
    void (async () => {
      while (!(await reader.read()).done);
    })()
    return line.trim()
  }
}
