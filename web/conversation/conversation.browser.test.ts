import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import { browserTestMs, whenUsable } from '../../src/testing/browser/browser'
import { openTicket } from '../../src/testing/conversation/conversation'
import { act, bubble, conversation, isInView, messages, say } from '../../src/testing/browser/conversation-parts'
import { messageEvent, newId, receive } from '../../src/testing/conversation/inbound'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { acceptTicket } from '../../src/ticket/assignment/accept-ticket'
import { closeTicket } from '../../src/ticket/closing/close-ticket'
import { setTicketQueue } from '../../src/ticket/assignment/set-ticket-queue'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, row, world } = createInboxWindows()
const dayMs = 86_400_000

/** Dona Maria writes these texts, one second apart, the last `agoMs` ago. */
function write(texts: readonly string[], agoMs = 0) {
  const first = Date.now() - agoMs - texts.length * 1000
  receive(world(), 1, ...texts.map((text, index) => messageEvent({ text, atMs: first + index * 1000 })))
}

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `Linha ${from + index}.`)

/** Bruno opens the ticket, so that nothing is unread. */
async function readAll() {
  await (await world().as(world().bruno)).get('/messages/1')
}

const ticketOf = (id: number) => world().ctx(1).db.select().from(ticketTable).where(eq(ticketTable.id, id)).get()
const openConversation = () => open(world().bruno, { path: `/tickets/${ticketOf(1)?.uuid}` })

/** Waits until the list no longer moves. */
const settled = (page: Page) =>
  messages(page).evaluate(
    (list) =>
      new Promise<void>((resolve) => {
        let before = NaN
        const look = () => {
          const now = list.scrollTop + list.scrollHeight
          if (now === before) return resolve()
          before = now
          requestAnimationFrame(() => requestAnimationFrame(look))
        }
        look()
      }),
  )

const markedWords = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('searched-words') ?? [])].map((range) => range.toString()))

const scrollNearTop = (page: Page, pixels: number) =>
  messages(page).evaluate((list, left) => {
    list.scrollTop = left - (list.scrollHeight - list.clientHeight)
  }, pixels)

test(
  'opens at the first unread message, also some pages back',
  async () => {
    openTicket(world())
    write(numbered(50), 120_000)
    await readAll()
    write(numbered(70, 51))
    const page = await openConversation()
    const separator = messages(page).getByText('70 mensagens não lidas')
    await until(() => isInView(separator), 'the first unread message in view')
    await settled(page)
    expect(await isInView(separator)).toBe(true)
    expect(await isInView(bubble(page, 'Linha 51.'))).toBe(true)
    expect(await isInView(bubble(page, 'Linha 120.'))).toBe(false)
    write(['Chegou agora'])
    const toNewest = conversation(page).getByRole('button', {
      name: /^Ir para a mensagem mais recente. 1 mensagem nova/,
    })
    await toNewest.click()
    await toNewest.waitFor({ state: 'hidden' })
    expect(await isInView(bubble(page, 'Chegou agora'))).toBe(true)
  },
  browserTestMs,
)

/** Rows are rendered in blocks of hours. Part of the first page is in the previous block and fits the window. */
const sinceHoursBegan = () => Math.max(0, (Date.now() % (3 * 3_600_000)) - 30_000)

test.each([
  ['in a row', () => 0],
  ['over some hours', sinceHoursBegan],
])(
  'older messages, written %s, come as one scrolls up, and what is being read stays where it is',
  async (_, agoMs) => {
    openTicket(world())
    write(numbered(110), agoMs())
    await readAll()
    const page = await openConversation()
    await bubble(page, 'Linha 110.').waitFor()
    await settled(page)
    expect(await isInView(bubble(page, 'Linha 110.'))).toBe(true)
    const all = messages(page).getByRole('article')
    for (const loaded of [40, 80]) {
      expect(await all.count()).toBe(loaded)
      // Near the top, but without loading more, until those rows have their final height.
      await scrollNearTop(page, 120)
      await settled(page)
      expect(await all.count()).toBe(loaded)
      const anchor = bubble(page, /Linha \d+\./.exec((await all.nth(3).textContent()) ?? '')?.[0] ?? '')
      const before = await anchor.evaluate((element) => {
        const list = element.closest('[role=region].message-list')
        if (list) list.scrollTop = 40 - (list.scrollHeight - list.clientHeight)
        return element.getBoundingClientRect().top
      })
      await page.waitForFunction(
        (count) => document.querySelectorAll('[role=region] article.message').length > count,
        loaded,
      )
      await settled(page)
      expect(Math.abs(((await anchor.boundingBox())?.y ?? NaN) - before)).toBeLessThanOrEqual(1)
    }
    const shown = await messages(page).getByRole('article').allTextContents()
    expect(shown.flatMap((text) => /Linha \d+\./.exec(text) ?? [])).toEqual(numbered(110))
  },
  browserTestMs,
)

/** The PDF of the open ticket, one character per byte. */
async function exported(page: Page, earlier?: string) {
  await conversation(page).getByRole('button', { name: 'Mais ações do atendimento' }).first().click()
  await page.getByRole('menuitem', { name: 'Exportar em PDF' }).click()
  if (earlier) await page.getByRole('switch', { name: 'Incluir os atendimentos anteriores do contato' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Salvar PDF' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toEndWith('Dona Maria.pdf')
  return readFileSync(await download.path(), 'latin1')
}

test(
  'separates days by name, and other tickets of the contact by number',
  async () => {
    openTicket(world())
    write(['De hoje'])
    write(['De ontem'], dayMs)
    write(['De antes', 'Por *R$ 50*'], 5 * dayMs)
    await readAll()
    const page = await openConversation()
    const names = await messages(page).getByRole('heading').allInnerTexts()
    const before = new Date(Date.now() - 5 * dayMs).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
    expect(names).toEqual([before, 'ONTEM', 'HOJE'])
    const today = messages(page).getByRole('region', { name: 'HOJE' })
    await today.getByText('De hoje').waitFor()
    await messages(page).getByRole('region', { name: 'ONTEM' }).getByText('De ontem').waitFor()

    closeTicket(world().ctxAs(world().bruno), 1, { farewell: false })
    write(['Um novo assunto'])
    setTicketQueue(world().ctx(1), 2, 1)
    acceptTicket(world().ctxAs(world().bruno), 2)
    await page.goto(`${world().url}/tickets/${ticketOf(2)?.uuid}`)
    await whenUsable(page)
    await messages(page).getByText('#2 · Vendas').waitFor()
    await messages(page).getByText('#1 · Vendas').waitFor()
    await bubble(page, 'De antes').waitFor()

    const [own, all] = [await exported(page), await exported(page, 'com os anteriores')]
    expect([own, all].map((file) => file.includes('(Um novo assunto) Tj'))).toEqual([true, true])
    expect([own, all].map((file) => file.includes('(De antes) Tj'))).toEqual([false, true])
    expect([all.includes('(R$ 50) Tj'), all.includes('*R$')]).toEqual([true, false])
    // A rule below the head, and one between the tickets.
    const rules = (file: string) => file.match(/ 499\.\d+ -?0\.6\d* re/g)?.length
    expect([own, all].map(rules)).toEqual([1, 2])
  },
  browserTestMs,
)

test(
  'leads from a quote to its source, however far back',
  async () => {
    openTicket(world())
    const id = newId()
    receive(world(), 1, messageEvent({ id, text: 'A pergunta de antes', atMs: Date.now() - 600_000 }))
    write(numbered(120))
    receive(world(), 1, messageEvent({ text: 'Sobre aquilo', quotedId: id, atMs: Date.now() }))
    await readAll()
    const page = await openConversation()
    await bubble(page, 'Sobre aquilo')
      .getByRole('button', { name: /A pergunta de antes/ })
      .click()
    const source = messages(page).locator('article', { hasText: /^A pergunta de antes/ })
    await source.waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('A pergunta de antes'))
    expect(await isInView(source)).toBe(true)
  },
  browserTestMs,
)

test(
  'allows editing one’s own texts only, for fifteen minutes',
  async () => {
    openTicket(world())
    const page = await openConversation()
    await say(page, 'Escrita há mais tempo')
    await say(page, 'Escrita há pouco')
    const { sqlite } = world().ctx(1).company
    const stored = () => sqlite.query<{ count: number }, []>('SELECT count(*) AS count FROM message').get()?.count
    await until(() => stored() === 3, 'both')
    sqlite.run("UPDATE message SET created_at = created_at - 900000 WHERE body LIKE '%mais tempo'")
    await page.reload()
    await whenUsable(page)
    const labels = async (text: string) => {
      await bubble(page, text).hover()
      await bubble(page, text).getByRole('button', { name: 'Ações da mensagem' }).click()
      const names = await page.getByRole('menuitem').allInnerTexts()
      await page.keyboard.press('Escape')
      return names.map((name) => name.split('\n')[0])
    }
    expect(await labels('Escrita há pouco')).toContain('Editar')
    expect(await labels('Escrita há mais tempo')).not.toContain('Editar')
    expect(await labels('Olá')).not.toContain('Editar')
    expect(await labels('Olá')).not.toContain('Apagar')
    await act(bubble(page, 'Escrita há pouco'), 'Editar')
    await say(page, 'Escrita de novo')
    await bubble(page, 'Escrita de novo')
      .getByText(/Editada/)
      .waitFor()
    await row(page, 'Dona Maria').getByText('Escrita de novo').waitFor()
  },
  browserTestMs,
)

test(
  'shows a placeholder for an unreadable message, and replaces it when it arrives',
  async () => {
    openTicket(world())
    const id = newId()
    receive(world(), 1, messageEvent({ id, content: { kind: 'unknown', note: 'No session', awaited: true } }))
    const page = await openConversation()
    const waiting = messages(page).getByText('Aguardando esta mensagem.')
    await waiting.waitFor()
    receive(world(), 1, messageEvent({ id, text: 'Chegou depois' }))
    await bubble(page, 'Chegou depois').waitFor()
    expect(await waiting.count()).toBe(0)
    await page.close()
  },
  browserTestMs,
)

test(
  'searches the conversation, and goes from the newest hit to one some pages back',
  async () => {
    openTicket(world())
    write(['Preciso da nota fiscal', ...numbered(90), 'A nota chegou'])
    await readAll()
    const page = await openConversation()
    await settled(page)
    await conversation(page).getByRole('button', { name: 'Mais ações do atendimento' }).click()
    await page.getByRole('menuitem', { name: 'Buscar na conversa' }).click()
    // In one step, as a pause between two letters would search for the first of them.
    await page.locator('.conversation-search input:focus').fill('nota')
    await conversation(page).getByText('1 de 2').waitFor()
    expect(await isInView(bubble(page, 'A nota chegou'))).toBe(true)
    expect(await markedWords(page)).toEqual(['nota'])
    await page.keyboard.press('Enter')
    await conversation(page).getByText('2 de 2').waitFor()
    await bubble(page, 'Preciso da nota fiscal').waitFor()
    await settled(page)
    expect(await isInView(bubble(page, 'Preciso da nota fiscal'))).toBe(true)
    expect(await markedWords(page)).toEqual(['nota', 'nota'])
    await page.keyboard.press('Escape')
    await page.locator('.composer textarea:focus').waitFor()
    expect(await markedWords(page)).toEqual([])
  },
  browserTestMs,
)
