import { afterEach } from 'bun:test'
import { messageEvent, phones, receive } from '../../conversation/inbound'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver'
import { createWorld, type World, type WorldOptions } from '../../world/world'

interface WebhookWorldOptions {
  now?: Date
  /** Whether the host's webhook is set to the receiver. */
  on?: boolean
  node?: WorldOptions['node']
}

/** Starts a world and a receiver of the host's webhook. `deliver` runs a company's due jobs, `later` those due after a time. */
export async function startWebhookWorld({
  now = new Date('2026-03-02T12:00:00Z'),
  on = true,
  node,
}: WebhookWorldOptions = {}) {
  const receiver = await startWebhookReceiver()
  const world = await createWorld({ now, ...(node && { node }), environment: { OUTGOING_ALLOW: receiver.address } })
  const sofia = await world.as(world.sofia)
  const saved = on ? await sofia.put('/gestor-webhook', { url: receiver.url }) : undefined
  const secret = String(saved?.body.newSecret ?? '')
  const deliver = async (companyId = 1) => {
    while ((await world.runJobs(companyId)) > 0);
  }
  const later = async (ms: number, companyId = 1) => {
    world.setTime(new Date(world.platform.clock.now().getTime() + ms))
    await deliver(companyId)
  }
  async function stop() {
    world.stop()
    await receiver.stop()
  }
  return { world, receiver, sofia, secret, deliver, later, stop }
}

/** Returns `start`, whose worlds end after the test, and the steps that then run, the last first. */
export function useWebhookWorlds() {
  const cleanUps: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  })
  async function start(options?: WebhookWorldOptions) {
    const started = await startWebhookWorld(options)
    cleanUps.push(started.stop)
    return started
  }
  return { start, cleanUps }
}

export const say = (world: World, text: string, companyId: 1 | 2 = 1, phone: string = phones[companyId]) =>
  receive(world, companyId, messageEvent({ text, phone }))

export const messagesOf = ({ webhooks }: WebhookReceiver) =>
  webhooks.filter(({ event }) => event === 'message.received')
