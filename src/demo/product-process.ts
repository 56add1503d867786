import { join } from 'node:path'
import { openDatabase } from '../kernel/database/database'
import { productCommand } from '../testing/process/product-command'

interface ProductOptions {
  dataDir: string
  port: number
  whatsappUrl: string
  mediaUrl: string
  logLevel?: string
  environment?: Record<string, string>
}

export interface ConnectionRow {
  id: number
  name: string
  status: string
  qrcode: string
  pairingCode: string
  number: string
  /** 1 if it should run, else 0. */
  wanted: number
}

export type ProductProcess = Awaited<ReturnType<typeof startProduct>>

/** Starts the product like a host, in its own process, with the simulated WhatsApp. */
export async function startProduct(options: ProductOptions) {
  const { dataDir, port, whatsappUrl, mediaUrl, logLevel = 'warn', environment = {} } = options
  const child = Bun.spawn(productCommand(), {
    env: {
      ...process.env,
      ...environment,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: logLevel,
      WHATSAPP_WEB_URL: whatsappUrl,
      WHATSAPP_MEDIA_URL: mediaUrl,
      PUBLIC_URL: port === 0 ? '' : `http://localhost:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // The channel carries no messages. It closes when this process ends in any way, and the product then stops.
    ipc: () => {},
  })
  const url = await addressOf(child.stdout)
  // Reads the database while the product, the only writer, is running.
  const file = openDatabase(join(dataDir, 'companies/1/company.sqlite'), { readonly: true })
  const select = file.prepare<ConnectionRow, []>(
    `SELECT id, name, status, qrcode, pairing_code AS pairingCode, number, wanted
     FROM connection WHERE channel = 'whatsapp' ORDER BY id`,
  )
  return {
    url,
    exited: child.exited,
    /** Those that are paired with a phone. */
    connections: () => select.all(),
    async stop() {
      file.close()
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function addressOf(output: ReadableStream<Uint8Array>) {
  const reader = output.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let port: string | undefined
  while (!port) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`The product ended before it answered\n${text}`)
    text += decoder.decode(value, { stream: true })
    port = /answers at \S+:(\d+)\r?\n/.exec(text)?.[1]
  }
  void passOn(reader)
  return `http://localhost:${port}`
}

async function passOn(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    process.stdout.write(value)
  }
}
