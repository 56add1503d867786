import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { installRestored } from '../../host/restore/install-restored'
import { asSystem } from '../../kernel/company/company-context'
import { queueAutomaticText } from '../../message/send/queue-message'
import { getTicketRow } from '../../ticket/ticket.queries'
import { createRandom } from '../bench/bench-company'
import type { ChatMessage, Phone, Recipient } from '../services/whatsapp-server/whatsapp-server.types'
import { createWhatsAppWorld, until } from '../whatsapp/whatsapp-world'
import { backUp } from './backup'

const people = 4

interface Outcome {
  /** Messages of phones after the restore that were not stored. */
  unreadable: string[]
  /** Messages that a phone got more than once, or not at all. */
  wrong: string[]
}

/** A company with a line that is restored again and again while people write. The same seed writes the same. */
export async function createRestoreRounds(seed: number) {
  const world = await createWhatsAppWorld()
  const account = await world.pair('5511900000001', { name: 'Padaria' })
  const phones = Array.from({ length: people }, (_, index) =>
    world.server.phone(`551195000000${index}`, { name: `Cliente ${index}` }),
  )
  const random = createRandom(seed)
  world.ctx(1).company.sqlite.run('UPDATE connection SET allow_group = 1, group_as_ticket = 1')
  const group = await world.server.createGroup({
    subject: 'Condomínio',
    creator: phones[0] as Phone,
    members: [account, ...phones.slice(1)],
  })
  let lastText = 0
  const stored = (id: string) => world.messages().find((message) => message['provider_id'] === id)

  async function say(phone: Phone, to: Recipient = account) {
    return phone.say(to, `mensagem ${++lastText}`)
  }

  const whenStored = (said: readonly ChatMessage[]) =>
    until(
      () => said.every(({ id, text }) => stored(id)?.['body'] === text),
      () => `the messages ${said.filter(({ id, text }) => stored(id)?.['body'] !== text).map(({ text }) => text)}`,
      20_000,
    )

  /** Through the outbox. Returns the ids at the provider. */
  function answer(phone: Phone): string {
    const ctx = asSystem(world.ctx(1))
    const [[ticketId] = []] = ctx.company.sqlite
      .query<[number], [string]>(
        'SELECT ticket.id FROM ticket JOIN contact ON contact.id = contact_id WHERE number = ? ORDER BY ticket.id DESC',
      )
      .values(phone.number) as number[][]
    ctx.transaction(() => {
      queueAutomaticText(ctx, getTicketRow(ctx, ticketId ?? 0), `resposta ${++lastText}`)
    })
    return String(world.messages().at(-1)?.['provider_id'])
  }

  const arrived = (phone: Phone, id: string) => phone.received((message) => message.id === id, 20_000)

  async function talk(most: number) {
    const sent: [Phone, string][] = []
    for (let count = 1 + random(most); count > 0; count--) {
      const phone = phones[random(people)] as Phone
      if (random(3) > 0) await whenStored([await say(phone)])
      else sent.push([phone, answer(phone)])
    }
    for (const [phone, id] of sent) await arrived(phone, id)
    return sent
  }

  async function round({ losesKeys }: { losesKeys: boolean }): Promise<Outcome> {
    const sent = await talk(12)
    await world.connections.endCompany(1)
    for (const phone of phones) if (random(2) > 0) sent.push([phone, answer(phone)])
    const folder = backUp(world, 1)
    await world.connections.restart(1)
    await world.whenStatus('CONNECTED')
    for (const [phone, id] of sent) await arrived(phone, id)
    sent.push(...(await talk(12)))
    if (losesKeys) {
      await world.connections.endCompany(1)
      world.platform.files.close(1)
      rmSync(join(world.platform.files.folderOf(1), 'company.sqlite'))
    }
    const installed = installRestored(world.platform, { companyId: 1, folder, mode: 'replace', stateOf: new Date() })
    const meanwhile = losesKeys ? [] : await Promise.all(phones.map((phone) => say(phone)))
    const { kept } = await installed
    await world.whenStatus('CONNECTED')
    // What the present company had stored is in the kept folder.
    const before = kept === undefined || losesKeys ? new Set() : storedIn(kept)
    const said = meanwhile.filter(({ id }) => !before.has(id))
    for (const phone of phones) said.push(await say(phone), await say(phone, group))
    await whenStored(said).catch(() => {})
    const unreadable = said.filter(({ id, text }) => stored(id)?.['body'] !== text).map(({ text }) => String(text))
    for (const phone of phones) sent.push([phone, answer(phone)])
    await Promise.all(sent.slice(-people).map(([phone, id]) => arrived(phone, id).catch(() => {})))
    const wrong = sent.map(([phone, id]) => `${id} ${phone.deliveries(id)}`).filter((count) => !count.endsWith(' 1'))
    rmSync(folder, { recursive: true })
    return { unreadable, wrong }
  }

  async function meet() {
    await whenStored(await Promise.all(phones.flatMap((phone) => [say(phone), say(phone, group)])))
  }

  return { world, account, meet, round, stop: () => world.stop() }
}

function storedIn(folder: string) {
  const file = new Database(join(folder, 'company.sqlite'), { readonly: true })
  try {
    return new Set(file.query('SELECT provider_id FROM message').values().flat())
  } finally {
    file.close()
  }
}
