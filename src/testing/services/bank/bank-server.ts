import type { BankCall, BankCharge, BankFailures, BankProvider } from './bank.types'

interface BankRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: unknown
  /** Answers a creation, unless the test configured a lost answer or a payment before it. */
  respondCreated(charge: BankCharge, answer: () => Response): Promise<Response>
  tryWebhook(url: string, body: unknown): Promise<boolean>
}

export type Endpoint = (request: BankRequest) => Promise<Response>

interface BankServerOptions {
  provider: BankProvider
  endpoint: Endpoint
  failures: BankFailures
  calls: BankCall[]
  port: number
  tls?: Bun.TLSOptions & { requestCert: boolean; rejectUnauthorized: boolean }
  payAndReport(charge: BankCharge): Promise<void>
  post(url: string, body: unknown): Promise<number>
}

/** Answering with this closes the connection instead. */
const lost = new Error('The answer is lost')

export function serveBank({ provider, endpoint, failures, calls, port, tls, payAndReport, post }: BankServerOptions) {
  async function respondCreated(charge: BankCharge, answer: () => Response) {
    if (failures.payBeforeAnswer) await payAndReport(charge)
    if (failures.delayAnswersMs > 0) await Bun.sleep(failures.delayAnswersMs)
    if (failures.loseAnswers) throw lost
    return answer()
  }

  async function handle(request: Request) {
    const url = new URL(request.url)
    const headers = Object.fromEntries([...request.headers])
    const text = await request.text()
    const body: unknown = text === '' ? {} : JSON.parse(text)
    calls.push({ provider, line: `${request.method} ${url.pathname}`, headers, body })
    if (failures.delayMs > 0) await Bun.sleep(failures.delayMs)
    if (failures.status !== 0) return new Response('{"message":"simulated failure"}', { status: failures.status })
    const response = await endpoint({
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body,
      respondCreated,
      tryWebhook: async (address, content) => (await post(address, content)) < 300,
    })
    return failures.nonsense ? new Response('<html>ok</html>') : response
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    ...(tls && { tls }),
    fetch: handle,
    // A connection cannot be closed without an answer here. A proxy turns that into an empty 502.
    error: () => new Response(null, { status: 502 }),
  })
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${server.port}`,
    port: server.port,
    stop: () => server.stop(true),
  }
}
