import { FolderInUse, lockFolder } from '../kernel/company/folder-lock'
import type { WhatsAppServer } from '../testing/services/whatsapp-server/whatsapp-server.types'
import { startWhatsAppServer } from '../testing/services/whatsapp-server/start-whatsapp-server'
import { simulateContacts } from './play/simulate-contacts'
import { type DemoAi, startDemoAi } from './company/demo-ai'
import { type DemoBank, startDemoBank } from './company/demo-bank'
import { connectAccounts } from './meta/connect-accounts'
import { type DemoMeta, startDemoMeta } from './meta/start-demo-meta'
import { demoFiles, markFilled, prepareFolder } from './demo-folder'
import { shopNumber } from './company/demo-company'
import { type DemoSize, fillDemo } from './company/fill-demo'
import { servePhonePage } from './phone/phone-page'
import { type ProductProcess, startProduct } from './product-process'

interface DemoOptions {
  dataDir: string
  port: number
  phonePort: number
  size?: DemoSize
  busy?: boolean
  logLevel?: string
  onStep?(text: string): void
}

export type Demo = Awaited<ReturnType<typeof startDemo>>

/** Starts the simulated WhatsApp and Meta, the product on the filled company, and the phone page, and connects the accounts. */
export async function startDemo(options: DemoOptions) {
  const { dataDir, onStep = () => {} } = options
  for (const port of [options.port, options.phonePort]) assertFree(port)
  assertUnused(dataDir)
  const mustFill = await prepareFolder(dataDir)
  const listeners = new Set<() => void>()
  const onChange = () => listeners.forEach((listener) => listener())
  const server = await startWhatsAppServer({
    stateFile: demoFiles(dataDir).stateFile,
    onChange,
  })
  const ai = await startDemoAi(demoFiles(dataDir).aiPort)
  if (mustFill) {
    onStep('Preenchendo a empresa de demonstração (só na primeira vez)…')
    await fillDemo({ dataDir, server, size: options.size, aiUrl: ai.url })
    await markFilled(dataDir)
  }
  onStep('Iniciando o Recado…')
  const bank = await startDemoBank(demoFiles(dataDir).bank)
  const meta = await startDemoMeta(demoFiles(dataDir).meta, onChange)
  const product = await startDemoProduct(options, { server, bank, ai, meta })
  const started: { stop(): unknown }[] = [product, server, bank, ai, meta]
  const stop = async () => {
    for (const part of started) await part.stop()
  }
  try {
    onStep('Conectando o WhatsApp simulado…')
    if (!(await pairShop(server, product))) onStep('A conexão não ficou pronta; conecte-a pela página do celular.')
    if (!meta.store.isConnected()) {
      onStep('Conectando Messenger, Instagram e a API do WhatsApp simulados…')
      await connectAccounts(product.url, meta)
    }
    const page = await servePhonePage({
      server,
      meta,
      product,
      bank,
      port: options.phonePort,
      listen(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    })
    started.unshift(page)
    if (options.busy) started.unshift(simulateContacts(server))
    return { server, product, bank, ai, meta, url: product.url, phoneUrl: page.url, stop }
  } catch (error) {
    // On a failure, such as a port in use, nothing is left running.
    await stop()
    throw error
  }
}

interface OutsideServices {
  server: WhatsAppServer
  bank: DemoBank
  ai: DemoAi
  meta: DemoMeta
}

async function startDemoProduct({ dataDir, logLevel, ...options }: DemoOptions, outside: OutsideServices) {
  const { server, bank, ai, meta } = outside
  const environment = {
    ...bank.environment,
    ...ai.environment,
    ...meta.environment,
    OUTGOING_ALLOW: [
      process.env['OUTGOING_ALLOW'],
      bank.environment.OUTGOING_ALLOW,
      ai.address,
      meta.environment.OUTGOING_ALLOW,
    ]
      .filter(Boolean)
      .join(','),
  }
  // Known before the start, as the login at Facebook returns to it.
  const port = options.port || freePort()
  const { url: whatsappUrl, mediaUrl } = server
  const product = await startProduct({ dataDir, port, logLevel, whatsappUrl, mediaUrl, environment })
  bank.reportTo(product.url)
  meta.reportTo(product.url)
  return product
}

function freePort() {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  listener.stop(true)
  return listener.port
}

/** Checked first, because two servers may listen on one port and would then share its requests. */
function assertFree(port: number) {
  if (port === 0) return
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true)
  } catch {
    throw new Error(`A porta ${port} está ocupada; escolha outra com PORT e PHONE_PORT.`)
  }
}

/** Otherwise the product would wait until the folder is free. */
function assertUnused(dataDir: string) {
  try {
    lockFolder(dataDir).release()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new Error(`A pasta ${dataDir} já está em uso por outro Recado; encerre-o ou escolha outra com DATA_DIR.`)
  }
}

const pairingMsMax = 30_000

/** The shop's phone scans the first connection's code, unless paired or disconnected. Returns false when not connected in time. */
async function pairShop(server: WhatsAppServer, product: ProductProcess): Promise<boolean> {
  const deadline = Date.now() + pairingMsMax
  let scanned = ''
  while (Date.now() < deadline) {
    const [connection] = product.connections()
    if (!connection?.wanted || connection.status === 'CONNECTED') return true
    if (connection.status === 'qrcode' && connection.qrcode !== scanned) {
      scanned = connection.qrcode
      // A code that has expired meanwhile is followed by a new one.
      await server
        .phone(shopNumber)
        .scan(scanned)
        .catch(() => {})
    }
    await Bun.sleep(50)
  }
  return false
}
