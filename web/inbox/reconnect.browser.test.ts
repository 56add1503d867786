import { expect, test } from 'bun:test'
import { browserTestMs, whenUsable } from '../../src/testing/browser/browser'
import { setSetting } from '../../src/testing/conversation/conversation'
import {
  accept,
  bubble,
  composer,
  mark,
  messages,
  row,
  say,
  shows,
  tab,
} from '../../src/testing/browser/conversation-parts'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { createPhoneWindows } from '../../src/testing/browser/phone-windows'
import { until } from '../../src/testing/whatsapp/whatsapp-world'

const { maria, open, person, shop, world } = createPhoneWindows()

/** Messages that a browser itself logs about requests without a network. */
const offlineComplaints = [/ERR_INTERNET_DISCONNECTED/]

test(
  'shows all messages once and in order after a network failure, and keeps the draft',
  async () => {
    const { bruno } = world()
    await maria().say(shop(), 'Preciso de ajuda')
    const page = await open(bruno, { expected: offlineComplaints })
    await accept(page, 'Dona Maria')
    await bubble(page, 'Preciso de ajuda').waitFor()
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))

    await page.context().setOffline(true)
    await page.getByText('Sem internet. O que você digitar fica guardado.').waitFor()
    await say(page, 'Pode falar')
    await mark(bubble(page, 'Pode falar'), 'Aguardando a rede. Será enviada assim que a conexão voltar.').waitFor()
    expect(await page.getByText('Não enviada.').count()).toBe(0)
    await composer(page).fill('Um rascunho pela metade')
    const texts = Array.from({ length: 30 }, (_, index) => `Parte ${String(index + 1).padStart(2, '0')}`)
    await maria().sayMany(shop(), texts)
    await person('5511977770010', 'Helena Dias').say(shop(), 'Bom dia')
    const { sqlite } = world().ctx(1).company
    const count = () => sqlite.query<{ count: number }, []>('SELECT count(*) AS count FROM message').get()?.count
    await until(() => count() === 32, 'all that was written')
    expect(await bubble(page, 'Parte').count()).toBe(0)

    await page.context().setOffline(false)
    await bubble(page, 'Parte 30').waitFor()
    await mark(bubble(page, 'Pode falar'), 'Entregue').waitFor()
    const shown = await messages(page).getByRole('article').allInnerTexts()
    expect(shown.flatMap((text) => /Parte \d\d/.exec(text) ?? [])).toEqual(texts)
    expect(await bubble(page, 'Pode falar').count()).toBe(1)
    expect(await composer(page).inputValue()).toBe('Um rascunho pela metade')
    const answer = await maria().received(({ text }) => text?.endsWith('Pode falar') ?? false)
    expect(maria().deliveries(answer.id)).toBe(1)
    expect(maria().inbox.filter(({ text }) => text?.endsWith('Pode falar'))).toHaveLength(1)

    await tab(page, 'Atendendo').click()
    await row(page, 'Dona Maria').getByText('Pode falar').waitFor()
    await Promise.all([shows(page, 'Atendendo', 1), shows(page, 'Aguardando', 1)])
    await tab(page, 'Aguardando').click()
    await row(page, 'Helena Dias').waitFor()
    expect(await row(page, 'Helena Dias').count()).toBe(1)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

    await page.reload()
    await whenUsable(page)
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Um rascunho pela metade')
  },
  browserTestMs,
)

test(
  'keeps messages queued for the network when the inbox is left, and sends them once',
  async () => {
    await maria().say(shop(), 'Preciso de ajuda')
    const page = await open(world().bruno, { expected: [/ERR_FAILED/] })
    await accept(page, 'Dona Maria')
    const lost = '**/messages/*'
    await page.route(lost, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
    await say(page, 'Vou e volto')
    const waits = () => mark(bubble(page, 'Vou e volto'), 'Aguardando a rede. Será enviada assim que a conexão voltar.')
    await waits().waitFor()
    await page.getByRole('link', { name: 'Agendamentos' }).click()
    await page.getByRole('heading', { name: 'Agendamentos' }).waitFor()
    await page.goBack()
    await waits().waitFor()
    await page.unroute(lost)
    await mark(bubble(page, 'Vou e volto'), 'Entregue').waitFor()
    expect(await bubble(page, 'Vou e volto').count()).toBe(1)
    expect(maria().inbox.filter(({ text }) => text?.endsWith('Vou e volto'))).toHaveLength(1)
  },
  browserTestMs,
)

test(
  'reloads list, conversation and settings after a long gap, and keeps the draft',
  async () => {
    await maria().say(shop(), 'Preciso de ajuda')
    const page = await open(world().bruno, { expected: offlineComplaints })
    await accept(page, 'Dona Maria')
    await composer(page).fill('Um rascunho')
    await page.getByRole('button', { name: /^Assinatura/ }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('Sem internet. O que você digitar fica guardado.').waitFor()
    // The server resends at most 500 events.
    const texts = Array.from({ length: 520 }, (_, index) => `Parte ${index + 1}.`)
    receive(world(), 1, ...texts.map((text) => messageEvent({ text, atMs: Date.now() })))
    setSetting(world(), 'sendSignMessage', 'disabled')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /^Assinatura/ }).waitFor({ state: 'detached' })
    await bubble(page, 'Parte 520.').waitFor()
    expect(await bubble(page, 'Parte 520.').count()).toBe(1)
    await tab(page, 'Atendendo').click()
    await row(page, 'Dona Maria').getByText('Parte 520.').waitFor()
    expect(await composer(page).inputValue()).toBe('Um rascunho')
    await maria().say(shop(), 'E agora?')
    await bubble(page, 'E agora?').waitFor()
  },
  browserTestMs,
)
