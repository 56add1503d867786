import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright'
import { connectionTable } from '../../src/connection/connection.tables'
import { interpretInbound } from '../../src/message/interpret-inbound'
import { browserTestMs, findBarriers, launchBrowser, openWindow, showTheme } from '../../src/testing/browser'
import type { PersonWindow, WindowOptions } from '../../src/testing/browser'
import type { Person } from '../../src/testing/people'
import { createServedWorld, type ServedWorld } from '../../src/testing/served-world'
import { setTicketQueue } from '../../src/ticket/set-ticket-queue'
import { ticketTable } from '../../src/ticket/ticket.tables'
import { refreshCookieName } from '../../src/user/session.routes'
import { userQueueTable } from '../../src/user/user.tables'

let browser: Browser
let world: ServedWorld
let windows: PersonWindow[] = []

beforeAll(async () => {
  browser = await launchBrowser()
}, browserTestMs)
afterAll(() => browser.close())

beforeEach(async () => {
  world = await createServedWorld({ pages: true })
  // Carla works in Vendas as well.
  world.ctx(1).db.insert(userQueueTable).values({ userId: world.carla.id, queueId: 1 }).run()
}, browserTestMs)

afterEach(async () => {
  for (const { complaints, close } of windows.splice(0)) {
    expect(complaints).toEqual([])
    await close()
  }
  await world.stop()
})

async function open(person: Person, options?: WindowOptions): Promise<Page> {
  const opened = await openWindow(browser, world, person, options)
  windows.push(opened)
  return opened.page
}

let written = 0

/** Somebody writes to the company's number; a new ticket goes to the queue. */
function write(name: string, text: string, queueId = 1) {
  const ctx = world.ctx(1)
  const connection = ctx.db.select().from(connectionTable).get()
  if (!connection) throw new Error('The world has a connection')
  const number = `551197${String(Bun.hash.crc32(name) % 10_000_000).padStart(7, '0')}`
  const id = `inbound-${++written}`
  interpretInbound(ctx, connection, [
    {
      type: 'message',
      id,
      key: { id, remoteJid: `${number}@s.whatsapp.net` },
      chat: { addresses: [{ kind: 'phone', value: number }], name },
      fromMe: false,
      atMs: Date.now(),
      content: { kind: 'text', text },
    },
  ])
  const ticket = ctx.db.select().from(ticketTable).all().at(-1)
  if (ticket && ticket.queueId === null) setTicketQueue(ctx, ticket.id, queueId)
}

const row = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const shows = (page: Page, name: string, count: number) => tab(page, `${name} ${count}`).waitFor()

test(
  'a message appears for the people of the queue; who accepts first has it',
  async () => {
    const [bruno, carla] = await Promise.all([open(world.bruno), open(world.carla)])
    await Promise.all([shows(bruno, 'Aguardando', 0), shows(carla, 'Aguardando', 0)])
    await Promise.all([tab(bruno, 'Aguardando').click(), tab(carla, 'Aguardando').click()])
    await bruno.getByText('Ninguém aguardando').waitFor()

    write('Dona Clara', 'Vocês entregam hoje?')
    await Promise.all([row(bruno, 'Dona Clara').waitFor(), row(carla, 'Dona Clara').waitFor()])
    await Promise.all([shows(bruno, 'Aguardando', 1), shows(carla, 'Aguardando', 1)])
    await row(bruno, 'Dona Clara').getByText('Vocês entregam hoje?').waitFor()

    await row(bruno, 'Dona Clara').hover()
    await row(bruno, 'Dona Clara').getByRole('button', { name: 'Aceitar' }).click()
    await bruno.waitForURL(/\/tickets\/[\w-]{36}$/)
    await Promise.all([shows(bruno, 'Atendendo', 1), shows(bruno, 'Aguardando', 0)])
    expect(await tab(bruno, 'Atendendo').getAttribute('aria-selected')).toBe('true')
    await row(bruno, 'Dona Clara').waitFor()
    await row(carla, 'Dona Clara').waitFor({ state: 'detached' })
    await shows(carla, 'Aguardando', 0)
    await shows(carla, 'Atendendo', 0)
  },
  browserTestMs,
)

test(
  'who comes too late is told who has it',
  async () => {
    const page = await open(world.carla)
    await tab(page, 'Aguardando').click()
    write('Seu Antônio', 'Bom dia')
    await row(page, 'Seu Antônio').waitFor()
    // The colleague accepts while the news has not come yet: it is held back from this window.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/tickets/1', async (call) => {
      const bruno = await world.as(world.bruno)
      await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
      await held
      await call.continue()
    })
    await row(page, 'Seu Antônio').hover()
    await row(page, 'Seu Antônio').getByRole('button', { name: 'Aceitar' }).click()
    release()
    const notice = page.getByRole('dialog', { name: 'Atendimento já em andamento' })
    await notice.getByText('Bruno Lima').waitFor()
    await notice.getByText('Vendas').waitFor()
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/tickets')
  },
  browserTestMs,
)

test(
  'search finds by name and, when asked, in messages; filters can be taken away',
  async () => {
    for (const [name, text] of [
      ['Conceição Prado', 'Preciso do boleto'],
      ['Marcos Nunes', 'Qual o prazo?'],
      ['Lívia Rosa', 'Obrigada!'],
    ] as const) {
      write(name, text)
    }
    const page = await open(world.bruno)
    const search = page.getByRole('searchbox', { name: 'Buscar por nome ou número' })
    await search.fill('conceicao')
    await row(page, 'Conceição Prado').waitFor()
    await page.getByText('1 encontrado').waitFor()
    await search.fill('boleto')
    await page.getByText('Nenhum resultado').waitFor()
    await page.getByLabel('Buscar nas mensagens').check()
    await row(page, 'Conceição Prado').waitFor()
    await search.fill('')
    await shows(page, 'Aguardando', 3)

    await page.getByRole('button', { name: 'Filtros' }).click()
    const panel = page.getByRole('dialog', { name: 'Filtros' })
    await panel.getByLabel('Situação').click()
    await panel.getByRole('option', { name: 'Pendentes' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByText('3 encontrados').waitFor()
    expect(await panel.count()).toBe(0)
    await page.getByRole('list', { name: 'Filtros' }).getByRole('button', { name: 'Remover Pendentes' }).click()
    await tab(page, 'Atendendo').waitFor()
  },
  browserTestMs,
)

test(
  'an address with a ticket is drawn whole by the server, list and conversation, and taken over as it is',
  async () => {
    write('Joana Reis', 'Primeira mensagem')
    const { refreshToken } = await world.as(world.bruno)
    const uuid = world.ctx(1).db.select().from(ticketTable).get()?.uuid
    const headers = { accept: 'text/html', cookie: `${refreshCookieName}=${refreshToken}` }
    const html = await (await fetch(`${world.url}/tickets/${uuid}`, { headers })).text()
    expect(html.split('Primeira mensagem').length - 1).toBeGreaterThanOrEqual(3)
    const page = await open(world.bruno, { path: `/tickets/${uuid}` })
    await page.getByRole('region', { name: 'Conversa' }).getByText('Primeira mensagem').waitFor()
    expect(await tab(page, 'Aguardando').getAttribute('aria-selected')).toBe('true')
  },
  browserTestMs,
)

test(
  'by keyboard: j and k walk, Enter opens, Escape leaves',
  async () => {
    write('Primeira', 'um')
    write('Segunda', 'dois')
    const page = await open(world.bruno)
    await tab(page, 'Aguardando').click()
    await row(page, 'Primeira').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Primeira')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tickets\/[\w-]{36}$/)
    await page.getByRole('region', { name: 'Conversa' }).getByText('um', { exact: true }).waitFor()
    await row(page, 'Primeira').getByRole('link').focus()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/tickets$/)
  },
  browserTestMs,
)

test(
  'the bell tells what is unread and opens it',
  async () => {
    const bruno = await world.as(world.bruno)
    write('Rita Campos', 'Olá')
    await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
    const page = await open(world.bruno)
    await page.getByRole('button', { name: '1 atendimento com mensagens não lidas' }).waitFor()
    await page.waitForFunction(() => document.title.startsWith('①'))
    write('Rita Campos', 'Ainda está aí?')
    await row(page, 'Rita Campos').getByText('Ainda está aí?').waitFor()
    await page.getByRole('button', { name: '1 atendimento com mensagens não lidas' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Rita Campos' }).click()
    await page.waitForURL(/\/tickets\/[\w-]{36}$/)
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor()
    await page.waitForFunction(() => !document.title.startsWith('①'))
  },
  browserTestMs,
)

test(
  'the browser is told of what is written while nobody looks, and of nothing that is no concern of mine',
  async () => {
    const bruno = await world.as(world.bruno)
    write('Rita Campos', 'Olá')
    await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
    const page = await open(world.bruno, { permissions: ['notifications'] })
    await page.getByRole('button', { name: '1 atendimento com mensagens não lidas' }).waitFor()
    await page.evaluate(() => {
      const notices: string[] = []
      class Notice {
        static permission = 'granted'
        constructor(title: string, options: NotificationOptions) {
          notices.push(`${title}: ${options.body}`)
        }
        close() {}
      }
      Object.assign(window, { Notification: Notice, notices })
      document.hasFocus = () => false
    })
    write('Helena Dias', 'Espera na fila')
    write('Rita Campos', '*Ainda* está aí?')
    await page.waitForFunction(() => (window as unknown as { notices: string[] }).notices.length > 0)
    await shows(page, 'Aguardando', 1)
    expect(await page.evaluate(() => (window as unknown as { notices: string[] }).notices)).toEqual([
      'Rita Campos: Ainda está aí?',
    ])
  },
  browserTestMs,
)

test(
  'the width of the list is kept with the person',
  async () => {
    const page = await open(world.bruno, { viewport: { width: 1440, height: 900 } })
    const splitter = page.getByRole('separator', { name: 'Redimensionar a lista de atendimentos' })
    await splitter.focus()
    const saved = page.waitForResponse((response) => response.url().includes('/users/toggleChangeWidht/2'))
    await page.keyboard.press('End')
    expect((await saved).status()).toBe(200)
    await page.reload()
    expect(await splitter.getAttribute('aria-valuenow')).toBe('700')
    await page.keyboard.press('Tab')
  },
  browserTestMs,
)

test(
  'a new ticket for a contact that did not exist; for one in attendance, who has it',
  async () => {
    const page = await open(world.bruno)
    await page.getByRole('button', { name: 'Novo atendimento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Novo atendimento' })
    await dialog.getByLabel('Contato').fill('Olívia Teles')
    await dialog.getByRole('button', { name: 'Criar “Olívia Teles”' }).click()
    const contact = page.getByRole('dialog', { name: 'Novo contato' })
    await contact.getByLabel('Número').fill('55 11 97000-1234')
    await contact.getByRole('button', { name: 'Salvar contato' }).click()
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await page.waitForURL(/\/tickets\/[\w-]{36}$/)
    await row(page, 'Olívia Teles').waitFor()

    const carla = await open(world.carla, { expected: [/409/] })
    await carla.getByRole('button', { name: 'Novo atendimento' }).click()
    const again = carla.getByRole('dialog', { name: 'Novo atendimento' })
    await again.getByLabel('Contato').fill('Olívia')
    await again.getByRole('option', { name: /Olívia Teles/ }).click()
    await again.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await again.getByText('Selecione uma fila').last().waitFor()
    await again.getByLabel('Fila').click()
    await again.getByRole('option', { name: 'Vendas' }).click()
    await again.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await carla.getByRole('dialog', { name: 'Atendimento já em andamento' }).getByText('Bruno Lima').waitFor()
    await carla.keyboard.press('Escape')
  },
  browserTestMs,
)

test(
  'an admin closes all of a tab, after saying so',
  async () => {
    write('Um', 'oi')
    write('Outro', 'oi')
    const page = await open(world.ana)
    await tab(page, 'Aguardando').click()
    await shows(page, 'Aguardando', 2)
    await page.getByRole('button', { name: 'Encerrar todos' }).click()
    await page.getByRole('button', { name: 'Não' }).click()
    await shows(page, 'Aguardando', 2)
    await page.getByRole('button', { name: 'Encerrar todos' }).click()
    await page.getByRole('button', { name: 'Sim' }).click()
    await shows(page, 'Aguardando', 0)
    await page.getByText('Ninguém aguardando').waitFor()
    await tab(page, 'Resolvidos').click()
    await row(page, 'Outro').waitFor()
  },
  browserTestMs,
)

test(
  'on a phone one part at a time, without a sideways scroll',
  async () => {
    write('Helena Dias', 'Oi')
    const page = await open(world.bruno, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await tab(page, 'Ticket').click()
    await page.getByRole('button', { name: 'Selecionar atendimento' }).click()
    await tab(page, 'Aguardando').click()
    await row(page, 'Helena Dias').getByRole('link').click()
    await page.getByRole('region', { name: 'Conversa' }).getByText('Oi', { exact: true }).waitFor()
    expect(await row(page, 'Helena Dias').isVisible()).toBe(false)
    await tab(page, 'Atendimentos').click()
    expect(await row(page, 'Helena Dias').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  },
  browserTestMs,
)

test(
  'a row that jumps to the top does not move what is being read',
  async () => {
    for (let n = 1; n <= 60; n++) write(`Cliente ${n}.`, 'Oi')
    const page = await open(world.bruno)
    await tab(page, 'Aguardando').click()
    await shows(page, 'Aguardando', 60)
    const list = page.locator('.virtual-list')
    await list.hover()
    await page.mouse.wheel(0, 1400)
    await row(page, 'Cliente 40.').waitFor()
    const read = row(page, 'Cliente 40.')
    await page.waitForFunction(() => (document.querySelector('.virtual-list')?.scrollTop ?? 0) === 1400)
    const before = await read.boundingBox()
    write('Cliente 2.', 'Subiu')
    write('Cliente Novo', 'Chegou')
    await shows(page, 'Aguardando', 61)
    await page.waitForFunction(() => (document.querySelector('.virtual-list')?.scrollTop ?? 0) > 1400)
    expect((await read.boundingBox())?.y).toBe(before?.y)
    // Fewer rows are in the document than on the list; further ones come as they are scrolled to.
    expect(await page.getByRole('article').count()).toBeLessThan(30)
    await page.mouse.wheel(0, 9000)
    await page.locator('[aria-setsize="61"]').first().waitFor()
    await page.mouse.wheel(0, 9000)
    await row(page, 'Cliente 1.').waitFor()
  },
  browserTestMs,
)

test(
  'the open ticket is deleted elsewhere: back to the list',
  async () => {
    write('Rui Barros', 'Olá')
    const uuid = world.ctx(1).db.select().from(ticketTable).get()?.uuid
    const page = await open(world.bruno, { path: `/tickets/${uuid}`, expected: [/404/] })
    await page.getByRole('region', { name: 'Conversa' }).getByText('Olá').waitFor()
    const ana = await world.as(world.ana)
    await ana.delete('/tickets/1')
    await page.waitForURL(/\/tickets$/)
    await page.getByText('Ninguém aguardando').waitFor()
    await shows(page, 'Aguardando', 0)
  },
  browserTestMs,
)

test.each(['/tickets/undefined', '/tickets/unknown'])(
  '%s leads to the list',
  async (path) => {
    const page = await open(world.bruno, { path })
    expect(new URL(page.url()).pathname).toBe('/tickets')
  },
  browserTestMs,
)

test.each([1280, 390])(
  'nothing stands in the way of assistive technology at %i px',
  async (width) => {
    write('Ana Clara', 'Oi 👋')
    write('محمد عبد الله', 'مرحبا')
    const page = await open(world.ana, { viewport: { width, height: 800 } })
    await tab(page, 'Aguardando').click()
    await row(page, 'Ana Clara').waitFor()
    const look = async () => {
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(page, theme)
        expect(await findBarriers(page)).toEqual([])
      }
    }
    await look()
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('dialog', { name: 'Filtros' }).getByLabel('Tags').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Novo atendimento' }).click()
    await page.getByRole('dialog').getByLabel('Contato').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notificações', exact: true }).click()
    await page.getByText('Tudo lido por aqui').waitFor()
    await look()
  },
  browserTestMs,
)
