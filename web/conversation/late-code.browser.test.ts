import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { openTicket } from '../../src/testing/conversation/conversation'
import { bubble, composer, conversation } from '../../src/testing/browser/conversation-parts'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { getTicketRow } from '../../src/ticket/ticket.queries'
import type { ChunkImports } from '../page/chunk-imports'

const { open, world } = createInboxWindows()
const expected = [
  'ERR_FAILED',
  'ERR_INTERNET_DISCONNECTED',
  'Failed to fetch dynamically imported module',
  'code of a part',
  'status of 500',
  /^500 .*snooze-dialog/,
]

test(
  'a dialog whose code cannot be loaded says so, keeps the draft, and opens at another try',
  async () => {
    openTicket(world())
    const path = `/tickets/${getTicketRow(world().ctx(1), 1).uuid}`
    const bruno = await open(world().bruno, { path, expected })
    await composer(bruno).fill('Um momento, vou ver')
    let requests = 0
    await bruno.route('**/assets/snooze-dialog-*.js', (route) => {
      requests++
      return route.fulfill({ status: 500 })
    })
    await conversation(bruno).getByRole('button', { name: 'Adiar…' }).click()
    const message = bruno.getByText('Não foi possível carregar', { exact: true })
    await message.waitFor()
    expect(requests).toBe(1)
    expect(await composer(bruno).inputValue()).toBe('Um momento, vou ver')
    await bruno.unroute('**/assets/snooze-dialog-*.js')
    await bruno.getByRole('button', { name: 'Tentar novamente' }).click()
    await bruno.getByRole('dialog', { name: 'Adiar atendimento' }).waitFor()
    expect(await message.count()).toBe(0)
  },
  browserTestMs,
)

test(
  'writes while the code of the lists is on its way, and does then what was clicked and typed in them',
  async () => {
    openTicket(world())
    const text = `${'Sofá de três lugares. '.repeat(100)}Fim.`
    receive(world(), 1, messageEvent({ text }))
    const bruno = await open(world().bruno)
    const held = Promise.withResolvers<void>()
    for (const part of ['message-list', 'inbox-code'])
      await bruno.route(`**/assets/${part}-*.js`, (route) => held.promise.then(() => route.continue()))
    await bruno.goto(`${world().url}/tickets/${getTicketRow(world().ctx(1), 1).uuid}`)
    await bruno.locator('html[data-hydrated]').waitFor()
    await composer(bruno).pressSequentially('Bom dia!')
    await composer(bruno).press('Enter')
    await composer(bruno).pressSequentially('Um momento')
    const row = await bubble(bruno, 'Sofá').elementHandle()
    const more = bubble(bruno, 'Sofá').getByRole('button', { name: 'Ler mais' })
    await more.click()
    expect(await more.getAttribute('aria-busy')).toBe('true')
    await bruno.getByRole('searchbox', { name: 'Buscar por nome ou número' }).fill('maria')
    held.resolve()
    await bubble(bruno, 'Fim.').waitFor()
    await bubble(bruno, 'Bom dia!').waitFor()
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true)
    expect(await more.count()).toBe(0)
    receive(world(), 1, messageEvent({ text: 'E o verde?' }))
    await bubble(bruno, 'E o verde?').waitFor()
    expect(await composer(bruno).inputValue()).toBe('Um momento')
    await bruno.getByText('1 encontrado').waitFor()
  },
  browserTestMs,
)

test(
  'fetches what the code of a dialog imports together with it',
  async () => {
    openTicket(world())
    const path = `/tickets/${getTicketRow(world().ctx(1), 1).uuid}`
    const bruno = await open(world().bruno)
    const requested = new Set<string>()
    bruno.on('request', (request) => requested.add(new URL(request.url()).pathname))
    const known = bruno.waitForResponse('**/assets/chunk-imports-*.json')
    await bruno.goto(world().url + path)
    const { files, imports } = (await (await known).json()) as ChunkImports
    const [chunk = '', indexes = []] = Object.entries(imports).find(([name]) => name.includes('/snooze-dialog-')) ?? []
    const imported = indexes.map((index) => files[index] ?? '')
    expect(imported.filter((file) => !requested.has(file))).not.toEqual([])
    const held = Promise.withResolvers<void>()
    await bruno.route(`**${chunk}`, (route) => held.promise.then(() => route.continue()))
    const last = Promise.all(imported.map((file) => requested.has(file) || bruno.waitForRequest(`**${file}`)))
    await conversation(bruno).getByRole('button', { name: 'Adiar…' }).click()
    await last
    held.resolve()
    await bruno.getByRole('dialog', { name: 'Adiar atendimento' }).waitFor()
  },
  browserTestMs,
)
