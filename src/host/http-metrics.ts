import { runRequest } from '../kernel/current-request'
import type { Forward } from '../kernel/http/forward'
import { counter, histogram } from '../kernel/metrics'

const statuses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

export const httpResponses = counter('recado_http_responses', 'Answers to requests.', 'status', statuses)

const responseTimes = histogram(
  'recado_http_response_seconds',
  'From a request to the beginning of its answer.',
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
)

export const httpMetrics = [httpResponses, responseTimes]

export type Handle = (request: Request) => Response | undefined | Promise<Response | undefined>

const isSocket = ({ headers }: Request) => headers.get('upgrade')?.toLowerCase() === 'websocket'

export function watchRequest(request: Request, handle: Handle, forward?: Forward) {
  const beganMs = performance.now()
  const answered = (answer: Response | undefined) => {
    // Elysia answers with an empty 200 once it has opened a socket.
    if (!answer || (answer.ok && isSocket(request))) return httpResponses.add('1xx')
    httpResponses.add(statuses[Math.trunc(answer.status / 100) - 1] ?? '5xx')
    responseTimes.observe((performance.now() - beganMs) / 1000)
  }
  return runRequest(request, () => handle(request), { answered, forward })
}
