import type { NodePorts } from '../../kernel/company/node-ports'
import { Refusal } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'

/** A node whose gates open when the test says so. All companies are its own until `lose`. */
export function createSlowNode() {
  const shut = new Map<CompanyId, PromiseWithResolvers<void>[]>()
  const lost = new Set<CompanyId>()
  const readOnly = new Set<CompanyId>()
  const elsewhere = new Set<CompanyId>()
  const forwarded: { method: string; path: string; companyId: CompanyId; body: string }[] = []
  let filed = ''

  function durable(id: CompanyId) {
    if (lost.has(id)) return Promise.reject(new Refusal('ERR_NOT_CONFIRMED'))
    const waiting = shut.get(id)
    if (!waiting) return undefined
    const next = Promise.withResolvers<void>()
    waiting.push(next)
    return next.promise
  }

  const node: NodePorts = {
    ownership: { epochOf: (id) => (elsewhere.has(id) ? undefined : 1), nodeOf: () => 'n2', begin() {} },
    gate: {
      open: ({ id }) => ({ durable: () => durable(id), isReadOnly: () => readOnly.has(id) }),
    },
    log: {
      holdsOutput: true,
      follows: () => false,
      lastPosition: () => undefined,
      append: async () => {},
      losses: () => 0,
      noteClosed() {},
      chainBegun() {},
      now: Date.now,
    },
    settled: () => undefined,
    isFromNode: ({ headers }) => headers.has('x-from-node'),
    forward: async (request, companyId, body) => {
      const text = body ? new TextDecoder().decode(body) : await request.text()
      forwarded.push({ method: request.method, path: new URL(request.url).pathname, companyId, body: text })
      return Response.json({ answeredBy: 'n2' }, { headers: { 'x-recado-filed': filed } })
    },
  }

  return {
    node,
    forwarded,
    elsewhere,
    /** What the other node says to have filed of a webhook. */
    setFiled: (companies: string) => void (filed = companies),
    /** From now on what is committed waits. */
    shut: (id: CompanyId) => void (shut.has(id) || shut.set(id, [])),
    waiting: (id: CompanyId) => shut.get(id)?.length ?? 0,
    open(id: CompanyId) {
      const waiting = shut.get(id) ?? []
      shut.delete(id)
      for (const { resolve } of waiting) resolve()
    },
    /** Another node has taken the company over: what waits is never safe. */
    lose(id: CompanyId) {
      lost.add(id)
      for (const { reject } of shut.get(id) ?? []) reject(new Refusal('ERR_NOT_CONFIRMED'))
      shut.delete(id)
    },
    setReadOnly: (id: CompanyId, on: boolean) => void (on ? readOnly.add(id) : readOnly.delete(id)),
  }
}
