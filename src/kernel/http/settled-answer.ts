import type { NodePorts } from '../company/node-ports'

type Handle = (request: Request) => Response | undefined | Promise<Response | undefined>

const waitMsMax = 10_000
const unconfirmed = () =>
  Response.json(
    { error: 'ERR_NOT_CONFIRMED', message: 'ERR_NOT_CONFIRMED' },
    { status: 503, headers: { 'cache-control': 'no-store' } },
  )

/** An answer waits until what its request wrote to the catalog is safe on other nodes. */
export function settledAnswer(handle: Handle, { settled }: Pick<NodePorts, 'settled'>): Handle {
  return async (request) => {
    const answer = await handle(request)
    const settling = request.method === 'GET' || request.method === 'HEAD' ? undefined : settled()
    if (!settling) return answer
    return Promise.race([settling.then(() => answer), Bun.sleep(waitMsMax).then(unconfirmed)])
  }
}
