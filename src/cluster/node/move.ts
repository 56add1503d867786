import type { FileCopy } from '../copy/file-copy'
import type { Nats } from '../nats/connect-nats'
import type { Owners } from '../ownership/owners'
import type { CompanyHost } from './company-host'
import type { CompanyLogs } from './company-logs'

interface MoveOptions {
  nats: Nats
  node: string
  owners: Owners
  owned: Map<string, number>
  taking: Map<string, Promise<boolean>>
  logs: CompanyLogs
  host: CompanyHost
  copyOf(name: string): FileCopy
  take(name: string, claimed?: number): Promise<boolean>
  whenFollowed(): Promise<void> | undefined
}

/** What one node asks of another. */
type Order = { kind: 'follow'; name: string } | { kind: 'take'; name: string; epoch: number }

const subjectOf = (node: string) => `recado.node.${node}`
const followMsMax = 120_000
const takeMsMax = 20_000

/** Hands companies to other nodes while both run. */
export function startMoves({ nats, node, owners, owned, taking, logs, host, copyOf, take, whenFollowed }: MoveOptions) {
  const orders = nats.connection.subscribe(subjectOf(node), {
    callback(_error, message) {
      void obey(message.json<Order>()).then(
        () => message.respond(JSON.stringify({ done: true })),
        (error: unknown) => message.respond(JSON.stringify({ failed: String(error) })),
      )
    },
  })

  async function obey(order: Order) {
    if (order.kind === 'take') {
      const isTaken = owned.get(order.name) === order.epoch || (await take(order.name, order.epoch))
      if (!isTaken) throw new Error(`${node} cannot take the company`)
      return
    }
    while (whenFollowed()) await whenFollowed()
    if (!owned.has(order.name)) await copyOf(order.name).follow()
  }

  async function ask(target: string, order: Order, timeout: number) {
    const answer = await nats.connection.request(subjectOf(target), JSON.stringify(order), { timeout })
    const { failed } = answer.json<{ failed?: string }>()
    if (failed !== undefined) throw new Error(failed)
  }

  return {
    /** Returns how long the company was served by nobody, in ms. @throws Error when it stays here, or the target has to be asked again */
    async move(name: string, target: string): Promise<number> {
      const epoch = owned.get(name)
      if (epoch === undefined) throw new Error(`Company ${name} is not owned here`)
      if (target === node) return 0
      // The second time little is left, however large the company is.
      for (let time = 0; time < 2; time++) await ask(target, { kind: 'follow', name }, followMsMax)
      const begunAtMs = performance.now()
      // Nobody takes it back meanwhile.
      const { promise, resolve } = Promise.withResolvers<boolean>()
      taking.set(name, promise)
      try {
        try {
          await host.release(name, target)
          await logs.settled(name)
          owned.delete(name)
          logs.close(name)
          if (!(await owners.claim(name, target, epoch))) throw new Error(`Another node has taken company ${name} over`)
        } finally {
          taking.delete(name)
          resolve(false)
        }
        await ask(target, { kind: 'take', name, epoch: epoch + 1 }, takeMsMax)
      } finally {
        host.released?.(name)
      }
      return performance.now() - begunAtMs
    },
    stop() {
      orders.unsubscribe()
    },
  }
}
