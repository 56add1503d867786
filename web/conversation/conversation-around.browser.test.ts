import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import { contactTable } from '../../src/contact/contact.tables'
import { browserTestMs, expectNoBarriers, pressSequence } from '../../src/testing/browser/browser'
import { openTicket, setSetting } from '../../src/testing/conversation/conversation'
import {
  accept,
  bubble,
  composer,
  conversation,
  messages,
  row,
  tab,
} from '../../src/testing/browser/conversation-parts'
import { messageEvent, newId, receive } from '../../src/testing/conversation/inbound'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { toast } from '../../src/testing/browser/shown-toasts'
import { ticketTable } from '../../src/ticket/ticket.tables'
import { userTable } from '../../src/user/user.tables'
import { en } from '../i18n/en'
import { es } from '../i18n/es'
import { pt } from '../i18n/pt'

const { open, world, write } = createInboxWindows()
const address = () => `/tickets/${world().ctx(1).db.select().from(ticketTable).get()?.uuid}`

test(
  'changes the contact beside the conversation, and shows the ticket’s history',
  async () => {
    openTicket(world())
    const page = await open(world().bruno, { path: address(), viewport: { width: 1440, height: 900 } })
    await conversation(page).getByRole('button', { name: 'Dados do contato' }).click()
    const drawer = page.getByRole('complementary', { name: 'Dados do contato' })
    const contact = () => world().ctx(1).db.select().from(contactTable).where(eq(contactTable.id, 1)).get()
    for (const [label, call] of [
      ['Aceitar mensagens de áudio', 'toggleAcceptAudio'],
      ['Desabilitar chatbot', 'toggleDisableBot'],
    ] as const) {
      const saved = page.waitForResponse((response) => response.url().includes(`/contacts/${call}/1`))
      await drawer.getByRole('switch', { name: label }).click()
      expect((await saved).status()).toBe(200)
    }
    expect(contact()).toMatchObject({ acceptAudioMessage: false, disableBot: true })
    await drawer.getByLabel('Nova observação').fill('Prefere ligação')
    await drawer.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await toast(page, 'Observação adicionada com sucesso!')
    await drawer.getByRole('listitem').filter({ hasText: 'Prefere ligação' }).waitFor()
    await drawer.getByRole('button', { name: 'Bloquear contato' }).click()
    await page.getByText('Contato bloqueado').waitFor()
    expect(contact()).toMatchObject({ active: false })
    await drawer.getByRole('button', { name: 'Desbloquear contato' }).waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await toast(page, 'Contato desbloqueado')
    expect(contact()).toMatchObject({ active: true })
    await drawer.getByRole('button', { name: 'Fechar dados do contato' }).click()
    await drawer.waitFor({ state: 'detached' })

    await conversation(page).getByRole('button', { name: 'Mais ações do atendimento' }).first().click()
    await page.getByRole('menuitem', { name: 'Histórico do atendimento' }).click()
    const log = page.getByRole('dialog', { name: 'Histórico do atendimento #1' })
    const entry = log.getByRole('listitem')
    await entry.filter({ hasText: 'Atendimento criado' }).waitFor()
    await entry.filter({ hasText: /Atendimento iniciado.*Bruno Lima · Vendas/ }).waitFor()
    expect(await entry.filter({ hasText: 'Fila definida' }).count()).toBe(1)
  },
  browserTestMs,
)

test(
  'works without a mouse',
  async () => {
    write('Dona Clara', 'Vocês abrem amanhã?')
    const page = await open(world().bruno)
    await tab(page, 'Aguardando').focus()
    await page.keyboard.press('Enter')
    await row(page, 'Dona Clara').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await bubble(page, 'Vocês abrem amanhã?').waitFor()
    await pressSequence(page, 'aa')
    await composer(page).waitFor()
    await composer(page).focus()
    await page.keyboard.type('Abrimos, sim')
    await page.keyboard.press('Enter')
    await bubble(page, 'Abrimos, sim').waitFor()
    // Up to the messages, past our own, to reply to the question.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('r')
    await page.getByRole('status', { name: 'Respondendo a Dona Clara' }).waitFor()
    await page.keyboard.type('Das 8h às 18h')
    const stored = page.waitForResponse((answer) => answer.request().postData()?.includes('Das 8h') ?? false)
    await page.keyboard.press('Enter')
    await bubble(page, 'Das 8h às 18h')
      .getByRole('button', { name: /Vocês abrem amanhã/ })
      .waitFor()
    // An unsent message has no menu, and the menu appears once the message has the focus.
    await stored
    await page.keyboard.press('ArrowUp')
    await bubble(page, 'Das 8h às 18h').locator('[data-actions]').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Copiar texto' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Anexar')
  },
  browserTestMs,
)

test.each([1440, 390])(
  'has no accessibility violations at %i px',
  async (width) => {
    openTicket(world())
    const id = newId()
    receive(
      world(),
      1,
      messageEvent({ id, text: 'Veja *isto* em https://exemplo.com 👍' }),
      messageEvent({ content: { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' } }),
      messageEvent({
        content: { kind: 'contacts', contacts: [{ name: 'Zé', vcard: 'BEGIN:VCARD\nTEL:551199\nEND:VCARD' }] },
      }),
      messageEvent({ text: 'Sobre aquilo', quotedId: id }),
    )
    const phone = width < 500
    const page = await open(world().bruno, {
      path: address(),
      viewport: { width, height: 800 },
      hasTouch: phone,
      isMobile: phone,
    })
    await composer(page).fill('Uma resposta')
    const send = page.getByRole('button', { name: 'Enviar', exact: true })
    await (phone ? send.tap() : send.click())
    await bubble(page, 'Uma resposta').waitFor()
    await lookInBothThemes(page)
    const who = conversation(page).getByRole('button', { name: /^Dona Maria.*Em atendimento/ })
    await (phone ? who.tap() : who.click())
    await page.getByLabel('Nova observação').waitFor()
    await lookInBothThemes(page)
    await page.keyboard.press('Escape')
  },
  browserTestMs,
)

async function lookInBothThemes(page: Page) {
  // A tooltip belongs to no landmark.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  await expectNoBarriers(page)
}

type Tree = { [key: string]: unknown }

/** Returns the texts of one language that differ in the second. */
function ownTexts(own: Tree, other: Tree): string[] {
  return Object.entries(own).flatMap(([key, text]) => {
    const there = other[key]
    if (typeof text === 'string') return text === there ? [] : [text]
    return typeof text === 'object' && text !== null ? ownTexts(text as Tree, (there ?? {}) as Tree) : []
  })
}

/** All visible and accessible texts of the page. */
const allTexts = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.getElementById('app') ?? document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
    return texts.filter((text) => text !== '')
  })

test.each([
  ['English', 'en', en],
  ['Español', 'es', es],
] as const)(
  'all texts of the inbox are in the language chosen in the profile: %s',
  async (name, language, texts) => {
    openTicket(world())
    setSetting(world(), 'sendSignMessage', 'enabled')
    const page = await open(world().bruno, { path: address() })
    const portuguese = new Set(ownTexts({ ...pt }, { ...texts }))
    expect((await allTexts(page)).filter((text) => portuguese.has(text)).length).toBeGreaterThan(20)
    await page.getByRole('button', { name: 'Minha conta' }).click()
    await page.getByRole('menuitem', { name: 'Editar perfil' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar perfil' })
    await dialog.getByLabel('Idioma').click()
    await dialog.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.locator(`html[lang=${language}][data-hydrated]`).waitFor()
    expect(world().ctx(1).db.select().from(userTable).where(eq(userTable.id, 2)).get()?.language).toBe(language)
    await page.getByRole('tab', { name: texts.ticket.tabs.pending }).waitFor()
    await page.getByRole('region', { name: texts.conversation.region, exact: true }).waitFor()
    await page.getByLabel(texts.message.composer.label).waitFor()
    expect((await allTexts(page)).filter((text) => portuguese.has(text))).toEqual([])
  },
  browserTestMs,
)

test(
  'hides conversations from users without access, whatever address they open',
  async () => {
    openTicket(world())
    const page = await open(world().carla, { path: address() })
    expect(new URL(page.url()).pathname).toBe('/tickets')
    write('Dona Clara', 'Oi')
    await accept(page, 'Dona Clara')
    expect(await messages(page).getByText('Olá', { exact: true }).count()).toBe(0)
  },
  browserTestMs,
)
