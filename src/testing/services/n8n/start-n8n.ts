import { holdAnswers } from '../hold-answers'

interface N8nCall {
  /** Names in lower case. */
  headers: Record<string, string>
  rawBody: string
  body: Record<string, any>
}

type Respond = (call: N8nCall) => Response | Promise<Response>

export const n8nAnswers = {
  /** "Immediately": before the workflow has run. */
  immediately: () => Response.json({ message: 'Workflow was started' }),
  /** "When Last Node Finishes", "All Entries": a list with one entry an item. */
  lastNode: (json: unknown) => () => Response.json([json]),
  /** "Using 'Respond to Webhook' Node". */
  json: (json: unknown) => () => Response.json(json),
  noBody: () => new Response(null, { status: 200 }),
  page: () => new Response('<html>olá</html>', { headers: { 'content-type': 'text/html' } }),
  notRegistered: () =>
    Response.json(
      { code: 404, message: 'The requested webhook "POST atendimento" is not registered.' },
      { status: 404 },
    ),
  workflowError: () => Response.json({ message: 'Error in workflow' }, { status: 500 }),
  metadata: () => new Response(null, { status: 307, headers: { location: 'http://169.254.169.254/latest/' } }),
} satisfies Record<string, Respond | ((json: unknown) => Respond)>

export function startN8n() {
  const calls: N8nCall[] = []
  const files = new Map<string, { bytes: Uint8Array; type: string }>()
  const answers = holdAnswers()
  let respond: Respond = n8nAnswers.immediately

  async function handle(request: Request) {
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    if (file) return new Response(new Uint8Array(file.bytes), { headers: { 'content-type': file.type } })
    if (request.method !== 'POST' || pathname !== '/webhook/atendimento') return n8nAnswers.notRegistered()
    const rawBody = await request.text()
    const call = { headers: Object.fromEntries(request.headers), rawBody, body: JSON.parse(rawBody) }
    calls.push(call)
    await answers.released()
    return respond(call)
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: handle })
  const address = `127.0.0.1:${server.port}`
  return {
    address,
    url: `http://${address}/webhook/atendimento`,
    calls,
    respondWith: (next: Respond) => void (respond = next),
    hold: answers.hold,
    putFile(name: string, bytes: Uint8Array, type: string) {
      files.set(`/${name}`, { bytes, type })
      return `http://${address}/${name}`
    },
    stop: () => server.stop(true),
  }
}

export type N8n = ReturnType<typeof startN8n>
