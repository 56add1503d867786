import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chosenNumber } from './bot/chosen-number'
import { isPlaceholder, isUnnamed } from './contact/identity/contact-name'
import { maskContact, maskText, unmasked } from './contact/number/mask-number'
import { phoneKey, phoneSpellings } from './kernel/text/phone-number'
import { foldText, limitMarkRuns } from './kernel/text/fold-text.contract'
import { cleanFileName, contentDisposition, readRange } from './kernel/http/serve-file'
import { readContent } from './message/inbound/inbound-content'
import { fillVariables } from './message/compose/fill-variables'
import { numbersOf } from './message/compose/vcard.contract'
import { setSetting } from './testing/conversation/conversation'
import { findSlowTexts, repetitiveTexts } from './testing/hostile/repetitive-text'
import { groupMessageEvent, messageEvent, newId, phones, receive } from './testing/conversation/inbound'
import { createWorld, type World } from './testing/world/world'
import { createWorldPages } from './testing/world/world-pages'
import { acceptTicket } from './ticket/assignment/accept-ticket'
import { setTicketQueue } from './ticket/assignment/set-ticket-queue'
import { measureProcessor } from './testing/clock/processor-time'

let world: World
beforeAll(async () => {
  world = await createWorld()
  receive(world, 1, messageEvent({}))
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
})
afterAll(() => world.stop())

const pure: Record<string, (text: string) => unknown> = {
  foldText,
  limitMarkRuns,
  cleanFileName,
  contentDisposition: (text) => contentDisposition('attachment', text.toWellFormed()),
  readRange: (text) => readRange(`bytes=${text}`, 1000),
  chosenNumber: (text) => chosenNumber({ body: text, mediaType: null }),
  numbersOf,
  phoneKey,
  phoneSpellings,
  isPlaceholder,
  isUnnamed: (name) => isUnnamed({ name, number: '5511984348839' }),
  readContent: (text) => readContent({ kind: 'text', text }),
}

test.each(Object.keys(pure))('%s takes time in proportion to the text', (name) => {
  expect(findSlowTexts(pure[name] ?? (() => {}))).toEqual([])
})

const inCompany: Record<string, (text: string) => unknown> = {
  maskText: (text) => maskText(world.ctxAs(world.bruno), text),
  maskContact: (name) => maskContact(world.ctxAs(world.bruno), { name, number: '5511984348839' }),
  unmasked: (text) => unmasked(world.ctxAs(world.bruno), text, text),
  fillVariables: (text) => fillVariables(world.ctxAs(world.bruno), text, 1),
}

test.each(Object.keys(inCompany))('%s takes time in proportion to the text', (name) => {
  expect(findSlowTexts(inCompany[name] ?? (() => {}))).toEqual([])
})

/** Processor time; a quadratic algorithm takes several times as long. */
const answerMsMax = 4_000
/** Time limit of tests that try every text, which take half a minute of processor time. */
const wholeTestMsMax = 300_000

test(
  'repetitive messages, names and cards of contacts do not block the event loop',
  async () => {
    const bruno = await world.as(world.bruno)
    setTicketQueue(world.ctx(1), 1, 1)
    acceptTicket(world.ctxAs(world.bruno), 1)
    const pages = createWorldPages(world, world.bruno, bruno)
    const { uuid } = (await bruno.get('/tickets?status=open')).body.tickets[0]
    const openConversation = async () =>
      (await pages(new Request(`http://localhost/tickets/${uuid}`, { headers: { accept: 'text/html' } })))?.text()
    const texts = [...repetitiveTexts(65_000)]
    for (const [index, [name, text]] of texts.entries()) {
      const measured = measureProcessor()
      const quotedId = newId()
      receive(
        world,
        1,
        messageEvent({ text, id: quotedId, chat: { addresses: [{ kind: 'phone', value: phones[1] }], name: text } }),
        messageEvent({ content: { kind: 'contacts', contacts: [{ name: text, vcard: text }] }, quotedId }),
        messageEvent({
          content: { kind: 'document', text, mimeType: text, fileName: text, source: {} },
        }),
        groupMessageEvent({ text, author: { addresses: [{ kind: 'phone', value: '5511977770001' }], name: text } }),
      )
      for (const path of ['/tickets?status=open', '/tickets?searchParam=a1&searchOnMessages=true']) {
        expect([path, (await bruno.get(path)).status]).toEqual([path, 200])
      }
      const searched = encodeURIComponent([...text.toWellFormed()].slice(0, 100).join(''))
      for (const path of ['/tickets?searchOnMessages=true&status=search', '/contacts?', '/contacts/list?']) {
        const { status } = await bruno.get(`${path}&searchParam=${searched}`)
        expect([200, 429]).toContain(status)
      }
      // Both show the results of the last thirteen texts.
      if (index % 13 === 12 || index === texts.length - 1) {
        expect((await bruno.get('/messages/1')).status).toBe(200)
        expect(await openConversation()).toContain('message-list')
      }
      const took = measured()
      expect({ name, isQuick: took < answerMsMax || took }).toEqual({ name, isQuick: true })
    }
  },
  wholeTestMsMax,
)
