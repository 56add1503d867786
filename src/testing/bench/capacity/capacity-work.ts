import { connectLive } from '../../world/live-client'
import { until } from '../../whatsapp/whatsapp-world'
import type { CapacityBox } from './capacity-box'
import { type CapacityAgent, readCompany } from './capacity-companies'

export interface Desk extends CapacityAgent {
  shop: string
  contact: string
  ticketId: number
}

export interface BotContact {
  companyId: number
  number: string
}

export const shopOf = (companyId: number) => `55113${String(companyId).padStart(8, '0')}`
/** Agents' contacts have the numbers of their users; the others begin at 11. */
export const contactOf = (companyId: number, index: number) =>
  `55219${String(companyId * 1000 + index).padStart(8, '0')}`
export const bearer = ({ token }: CapacityAgent) => ({
  authorization: `Bearer ${token}`,
  accept: 'application/json',
  'content-type': 'application/json',
})

export async function forEachAtOnce<Item>(items: readonly Item[], atOnce: number, task: (item: Item) => Promise<void>) {
  let next = 0
  const work = async () => {
    while (next < items.length) await task(items[next++] as Item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export async function pairLines(box: CapacityBox, admins: readonly CapacityAgent[]) {
  await forEachAtOnce(admins, 6, async (admin) => {
    const headers = bearer(admin)
    const read = async () => {
      const answer = await fetch(`${box.url}/whatsapp/1`, { headers })
      return (await answer.json()) as { status: string; qrcode: string }
    }
    await fetch(`${box.url}/whatsappsession/1`, { method: 'POST', headers })
    await until(async () => (await read()).qrcode, `a code of company ${admin.companyId}`, 120_000, 100)
    const number = shopOf(admin.companyId)
    await box.whatsapp('people', { number, name: `Loja ${admin.companyId}` })
    await box.whatsapp('scan', { number, qr: (await read()).qrcode })
    const isConnected = async () => (await read()).status === 'CONNECTED'
    await until(isConnected, `the line of company ${admin.companyId}`, 120_000, 100)
  })
}

/** Creates a ticket for each agent: the contact writes and the agent accepts. */
export async function openDesks(box: CapacityBox, dataDir: string, agents: readonly CapacityAgent[]): Promise<Desk[]> {
  await forEachAtOnce(agents, 8, async ({ companyId, userId }) => {
    const number = contactOf(companyId, userId)
    await box.whatsapp('people', { number, name: `Cliente ${userId}` })
    await box.whatsapp('say', { number, to: shopOf(companyId), text: 'Oi' })
  })
  const desks: Desk[] = []
  await forEachAtOnce(agents, 4, async (agent) => {
    const contact = contactOf(agent.companyId, agent.userId)
    const find = () =>
      readCompany<{ id: number }>(
        dataDir,
        agent.companyId,
        `SELECT t.id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.number = '${contact}'`,
      )[0]
    await until(find, `the ticket of ${contact}`, 120_000, 200)
    const ticketId = find()?.id ?? 0
    const body = JSON.stringify({ status: 'open', userId: agent.userId, queueId: 1 })
    const answer = await fetch(`${box.url}/tickets/${ticketId}`, { method: 'PUT', headers: bearer(agent), body })
    if (!answer.ok) throw new Error(`Accepting was answered ${answer.status}: ${await answer.text()}`)
    desks.push({ ...agent, ticketId, contact, shop: shopOf(agent.companyId) })
  })
  return desks
}

/** Opens each desk's screen. `onMessage` is called with the messages of its contact. */
export async function openScreens(
  box: CapacityBox,
  desks: readonly Desk[],
  onMessage: (desk: Desk, body: string) => void,
) {
  const clients: { close(): void }[] = []
  await forEachAtOnce(desks, 16, async (desk) => {
    const client = await connectLive(box.liveUrl, desk.token, null)
    client.frames.length = 0
    client.frames.push = (frame) => {
      const { action, message } = (frame.data ?? {}) as { action?: string; message?: Record<string, unknown> }
      const isTheirs = message?.['ticketId'] === desk.ticketId && message['fromMe'] === false
      if (action === 'create' && isTheirs) onMessage(desk, String(message['body']))
      return 0
    }
    clients.push(client)
  })
  return () => clients.forEach((client) => client.close())
}
