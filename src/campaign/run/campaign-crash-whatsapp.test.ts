import { afterEach, expect, test } from 'bun:test'
import { addListItem } from '../../contact-list/add-list-item'
import { contactListRecords } from '../../contact-list/contact-list.record'
import { cleanUpCrash, createCrashCompany } from '../../testing/process/crash-company'
import { crashRounds } from '../../testing/process/crash-rounds'
import { until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'
import { CampaignBody } from '../campaign.contract'
import { saveCampaignSettings } from '../edit/campaign-settings'
import { createCampaign } from '../edit/save-campaign'
import * as v from 'valibot'

afterEach(cleanUpCrash)

const people = 4
const kills = crashRounds(3)
const [question, offer] = ['Quer a oferta?', 'A oferta']
const phoneOf = (person: number) => `5511${977_000_000 + person}`

/** Prepares a campaign that starts at once. */
function prepareCampaign({ ctxAs, ana }: WhatsAppWorld, size: number) {
  const ctx = ctxAs(ana)
  const hours = { startHour: '00:00', endHour: '00:00', sabado: true, domingo: true }
  saveCampaignSettings(ctx, { ...hours, messageInterval: 0, longerIntervalAfter: 0 })
  const { id: contactListId } = contactListRecords.createFrom(ctx, { name: 'Clientes' })
  for (let person = 0; person < size; person++) {
    addListItem(ctx, contactListId, { name: `Pessoa ${person}`, number: phoneOf(person), email: '', extra: {} })
  }
  const texts = { message1: offer, confirmation: true, confirmationMessage1: question }
  const scheduledAt = ctx.now.toISOString()
  createCampaign(ctx, v.parse(CampaignBody, { name: 'Crash', whatsappId: 1, contactListId, scheduledAt, ...texts }))
}

test(
  'killed with its WhatsApp session, a campaign asks each phone once, and answers each yes with one message',
  async () => {
    // A connection sends one message per second at most; about one is sent between two kills.
    const size = Math.max(people, Math.ceil(kills / 2))
    const company = await createCrashCompany({ prepare: (world) => prepareCampaign(world, size) })
    const { server, account } = company
    const phones = Array.from({ length: size }, (_, person) => server.phone(phoneOf(person)))
    const answered = new Set<string>()
    async function answerAll() {
      for (const phone of phones) {
        if (answered.has(phone.number) || !phone.inbox.some(({ text }) => text === question)) continue
        answered.add(phone.number)
        await phone.say(account, 'sim')
      }
    }
    for (let kill = 0; kill < kills; kill++) {
      const product = await company.start({ echo: false })
      const endMs = Date.now() + Math.random() * 2500
      while (Date.now() < endMs) {
        await answerAll()
        await Bun.sleep(10)
      }
      await product.kill()
      await account.whenDisconnected(20_000)
    }
    await company.start({ echo: false })
    const campaign = () => company.rows<{ status: string; sent: number }>('SELECT status, sent FROM campaign')[0]
    const isFinished = async () => {
      await answerAll()
      return campaign()?.status === 'FINALIZADA'
    }
    await until(isFinished, () => JSON.stringify(company.rows('SELECT * FROM campaign')), 60_000 + size * 5000, 20)
    expect(campaign()).toEqual({ status: 'FINALIZADA', sent: size })
    const received = () => phones.map(({ inbox }) => [question, offer].map((said) => idsOf(inbox, said)))
    await until(
      () =>
        received()
          .flat()
          .every((ids) => ids > 0),
      'the last message to arrive',
    )
    expect(received()).toEqual(phones.map(() => [1, 1]))
  },
  120_000 + kills * 20_000,
)

/** Counts the messages with this text. A repeated delivery under the same id is shown once by a phone. */
function idsOf(inbox: readonly { id: string; text: string | undefined }[], said: string) {
  return new Set(inbox.filter(({ text }) => text === said).map(({ id }) => id)).size
}
